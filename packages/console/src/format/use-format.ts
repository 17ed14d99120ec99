import { useMemo } from 'react'
import { useClock, useLanguage } from '../state/preferences.ts'
import { createFormat, type Format } from './create-format.ts'
import { localeOf } from './locale.rules.ts'

export type { Format }

/** The zone in which all times are shown, by its name. */
export const zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone

/** How numbers and times look in the chosen language, in the browser's region, by the chosen clock. */
export const useFormat = (): Format => {
  const language = useLanguage()
  const clock = useClock()
  return useMemo(
    () => createFormat({ locale: localeOf(language, navigator.languages), clock, zone }),
    [language, clock],
  )
}
