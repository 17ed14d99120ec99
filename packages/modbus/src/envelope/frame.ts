import type { Direction } from '../pdu/pdu.ts'

/** One PDU with its address. Only TCP knows transactions; elsewhere it is 0. */
export interface Frame {
  transaction: number
  unit: number
  pdu: Uint8Array
}

/** Takes bytes in any chunking and gives frames; holds at most one frame's bytes. */
export interface Parser {
  push(bytes: Uint8Array): void
  /** The wire was quiet: a frame of unknown length has ended. One that tells its length may still go on. */
  silence(): void
  /** What is held belongs to no frame: it is too old, or something else is expected now. */
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
  /** Where frames are sent by the thousand: writes one into `bytes` from `at` on; gives its end. There is room for the longest. */
  writeTo?(frame: Frame, bytes: Uint8Array, at: number): number
  parser(direction: Direction, events: ParserEvents): Parser
  /** How much quiet ends a frame; null where frames tell their length. */
  silenceMs: number | null
}
