/** The user's choice between 12 and 24 hours; `browser` follows the region. */
export type Clock = 'browser' | '24' | '12'

/** Without a region English is that of most places: days before months, and 24 hours. */
const ownRegion: Readonly<Record<string, string>> = { en: 'en-GB' }

/** The region's form of the chosen language, where the browser has one: `en-US` for English in a browser of the United States. */
export const localeOf = (language: string, browserTags: readonly string[]): string =>
  browserTags.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? ownRegion[language] ?? language

/** How hours and minutes are written. */
export interface ClockForm {
  hour: 'numeric' | '2-digit'
  minute: '2-digit'
  hourCycle: 'h12' | 'h23'
}

export interface Locale {
  /** The chosen language in the browser's region, which decides the order of dates and the decimal sign. */
  locale: string
  /** Selects hours to 12 or to 24. */
  clock: ClockForm
}

export const clockForm = (locale: string, clock: Clock): ClockForm =>
  isHalfDay(locale, clock)
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Returns whether hours count to twelve. */
export const isHalfDay = (locale: string, clock: Clock): boolean =>
  clock === 'browser'
    ? new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
    : clock === '12'
