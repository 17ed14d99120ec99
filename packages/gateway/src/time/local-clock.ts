import { type ManualDst, ruleOf } from './dst-countries.ts'
import { type LocalTime, localTime } from './local-time.rules.ts'
import { type AstroSettings, type SunDay, sunDay } from './sun-day.rules.ts'

/** Settings `timeGmt`, `tsMode`, `tsManual` and `astro`. */
export interface LocalSettings {
  readonly timeGmt: number
  readonly tsMode: number | null
  readonly tsManual: ManualDst
  readonly astro: AstroSettings
}

interface Options {
  readonly now: () => Date
  readonly settings: () => LocalSettings
}

/** Local time of the gateway, used wherever local time is shown or applied. */
export class LocalClock {
  readonly #now: () => Date
  readonly #settings: () => LocalSettings
  /** Reckoned once for a day: the gateway's registers are read often. */
  #sun: { readonly date: string; readonly settings: LocalSettings; readonly day: SunDay } | undefined

  constructor({ now, settings }: Options) {
    this.#now = now
    this.#settings = settings
  }

  localNow(): LocalTime {
    return this.#localAt(this.#now().getTime())
  }

  /** The sun today. */
  sun(): SunDay {
    const settings = this.#settings()
    const { utcMs, date } = this.localNow()
    if (this.#sun?.date !== date || this.#sun.settings !== settings) {
      this.#sun = { date, settings, day: sunDay(utcMs, settings.astro, (atMs) => this.#localAt(atMs)) }
    }
    return this.#sun.day
  }

  #localAt(utcMs: number): LocalTime {
    const { timeGmt, tsMode, tsManual } = this.#settings()
    return localTime(utcMs, timeGmt, ruleOf(tsMode, tsManual))
  }
}
