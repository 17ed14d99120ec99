import type { Direction } from '../pdu/pdu.ts'

/** A PDU with its address. Only TCP has transactions; elsewhere the transaction is 0. */
export interface Frame {
  transaction: number
  unit: number
  pdu: Uint8Array
}

/** Takes bytes in any chunking and gives frames; holds at most one frame's bytes. */
export interface Parser {
  push(bytes: Uint8Array): void
  /** Ends a frame of unknown length, because the line was silent. A frame whose length is known may continue. */
  silence(): void
  /** Drops a partial frame: it is too old, or another frame is expected now. */
  forget(): void
  /** Bytes held of an unfinished frame. */
  readonly pendingBytes: number
  /** Bytes that belonged to no frame. */
  readonly noise: number
}

export interface ParserEvents {
  /** The frame's bytes are good until the call returns. */
  onFrame(frame: Frame): void
  /** The stream cannot be trusted any more; the parser takes nothing further. */
  onBroken(why: string): void
}

/** How PDUs are wrapped on a wire. */
export interface Envelope {
  name: 'tcp' | 'rtu' | 'ascii'
  encode(frame: Frame): Uint8Array
  /**
   * Writes a frame into `bytes` from `at` on and returns its end, for callers that send thousands of frames. The bytes
   * have room for the longest frame.
   */
  writeTo?(frame: Frame, bytes: Uint8Array, at: number): number
  parser(direction: Direction, events: ParserEvents): Parser
  /** How much quiet ends a frame; null where frames tell their length. */
  silenceMs: number | null
}
