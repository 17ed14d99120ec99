import type { ExchangeResult, FieldNet, Origin } from '@busbar/polling'

/** A request that left, and what became of it. Its bytes are good until the call returns. */
export interface SettledExchange {
  unit: number
  /** Request PDU. */
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
  /** Returns whether the received bytes of a network are wanted. */
  isTapped(netId: number): boolean
  settled(net: FieldNet, exchange: SettledExchange): void
  unclaimed(net: FieldNet, frame: UnclaimedFrame): void
}

/** More than the longest frame of a serial line, with its echo and two responses. */
const bytesMax = 1024
const nothing = new Uint8Array()
const byPolling: Origin = { kind: 'poll' }

/** Reports one link's exchanges to the observer, with the bytes that a tapped serial line received. */
export class LineTap {
  readonly #observer: LinkObserver | undefined
  #bytes: Uint8Array | null = null
  #length = 0
  /** Unit of the pending request on a serial line, which has one at a time. */
  #askedUnit: number | null = null

  constructor(observer: LinkObserver | undefined) {
    this.#observer = observer
  }

  sent(net: FieldNet, unit: number): void {
    if (this.#observer === undefined || net.protocol === 'modbustcp') return
    this.#askedUnit = unit
    this.#length = 0
    if (!this.#observer.isTapped(net.id)) this.#bytes = null
    else this.#bytes ??= new Uint8Array(bytesMax)
  }

  received(bytes: Uint8Array): void {
    if (this.#bytes === null) return
    const piece = bytes.subarray(0, bytesMax - this.#length)
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
  }

  unclaimed(net: FieldNet, unit: number, pdu: Uint8Array, how: UnclaimedFrame['how']): void {
    this.#observer?.unclaimed(net, { unit, pdu, how, askedUnit: this.#askedUnit })
  }

  settled(
    net: FieldNet,
    { origin, ...exchange }: Omit<SettledExchange, 'origin' | 'received'> & { origin: unknown },
  ): void {
    this.#askedUnit = null
    this.#observer?.settled(net, {
      ...exchange,
      origin: (origin as Origin | undefined) ?? byPolling,
      received: this.#bytes?.subarray(0, this.#length) ?? nothing,
    })
  }
}
