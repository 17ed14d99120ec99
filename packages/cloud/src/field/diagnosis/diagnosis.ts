import type { FieldNet } from '@busbar/polling'
import { EventRooms, type EventRoomsOptions } from '../../live/event-rooms.ts'
import type { LinkObserver, SettledExchange, UnclaimedFrame } from '../link/link-observer.ts'
import { type ExchangeEvent, exchangeEvent, frameEvent } from './exchange-event.ts'
import { FigureBook, type Silence } from './figure-book.ts'
import type { Figures } from './figures.ts'
import { slotOf } from './unit-day.ts'

/** Figures of a network. */
export interface NetFigures {
  startedMs: number
  /** Figures of a day by unit, in time slots, oldest first. */
  day: ReadonlyMap<number, readonly Figures[]>
  silences: ReadonlyMap<number, Silence>
}

export const viewersMax = 10
const limits = { ring: { events: 2000, bytes: 1_048_576, ageMs: 300_000 }, streams: viewersMax }

/** Hears of every exchange: counts it, and shows it to those who look at its network. */
export class Diagnosis implements LinkObserver {
  readonly book: FigureBook
  /** Since when it counts. */
  readonly startedMs: number
  /** A room for each network. */
  readonly exchanges: EventRooms<ExchangeEvent>
  readonly #now: () => Date

  constructor(options: EventRoomsOptions) {
    this.#now = options.now
    this.startedMs = options.now().getTime()
    this.book = new FigureBook(options.now)
    this.exchanges = new EventRooms(options, limits)
  }

  /** Since when it counts, and what it counted in the day before a moment. */
  figures(netId: number, nowMs: number): NetFigures {
    const day = this.book.day(netId, slotOf(nowMs))
    const silences = new Map([...day.keys()].map((unit) => [unit, this.book.silence(netId, unit)]))
    return { startedMs: this.startedMs, day, silences }
  }

  isTapped(netId: number): boolean {
    return this.exchanges.hasListeners(netId)
  }

  settled(net: FieldNet, exchange: SettledExchange): void {
    if (exchange.origin.kind === 'gateway') return
    this.book.settled(net.id, exchange)
    this.exchanges.publish(net.id, () => exchangeEvent(net, exchange, this.#now().getTime()))
  }

  unclaimed(net: FieldNet, frame: UnclaimedFrame): void {
    this.book.unclaimed(net.id, frame)
    this.exchanges.publish(net.id, () => frameEvent(net, frame, this.#now().getTime()))
  }
}
