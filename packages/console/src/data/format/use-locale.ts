import { clockForm, type Locale, localeOf } from '@busbar/ui/locale'
import { useMemo } from 'react'
import { useClock, useLanguage } from '../state/preferences.ts'

/** How dates are written that are no moments of a value. */
export const useLocale = (): Locale => {
  const language = useLanguage()
  const clock = useClock()
  return useMemo(() => {
    const locale = localeOf(language, navigator.languages)
    return { locale, clock: clockForm(locale, clock) }
  }, [language, clock])
}
