import type { ExchangeResult, FieldNet, Origin } from '@busbar/polling'

/** A request that left, and what became of it. Its bytes are good until the call returns. */
export interface SettledExchange {
  unit: number
  /** What was sent. */
  pdu: Uint8Array
  outcome: ExchangeResult<Uint8Array>
  origin: Origin
  tookMs: number
  /** All that came over a serial line since the request left, as it came; empty where the network is not tapped. */
  received: Uint8Array
}

/** A whole frame that answers nothing that is waited for. */
export interface UnclaimedFrame {
  unit: number
  pdu: Uint8Array
  /** `late`: for a request that was given up, or once more; `stray`: for none. */
  how: 'late' | 'stray'
  /** The unit that is being asked, on a line where that is one; null where none is. */
  askedUnit: number | null
}

/** Hears of every exchange of all links. */
export interface LinkObserver {
  /** Whether all bytes of a network are wanted. */
  isTapped(netId: number): boolean
  settled(net: FieldNet, exchange: SettledExchange): void
  unclaimed(net: FieldNet, frame: UnclaimedFrame): void
}
