import { useMemo } from 'react'
import { useClock, useLanguage } from '../state/preferences.ts'
import { type ClockForm, clockForm, localeOf } from './locale.rules.ts'

export interface Locale {
  /** The chosen language in the browser's region: days before months or after, which sign before decimals. */
  locale: string
  /** Hours to 12 or to 24, as chosen or as the region has them. */
  clock: ClockForm
}

/** How dates are written that are no moments of a value. */
export const useLocale = (): Locale => {
  const language = useLanguage()
  const clock = useClock()
  return useMemo(() => {
    const locale = localeOf(language, navigator.languages)
    return { locale, clock: clockForm(locale, clock) }
  }, [language, clock])
}
