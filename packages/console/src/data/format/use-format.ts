import { localeOf } from '@busbar/ui/locale'
import { useMemo } from 'react'
import { useClock, useLanguage, useOwnZone } from '../state/preferences.ts'
import { createFormat, type Format } from './create-format.ts'

export type { Format }

/** How numbers and times look in the chosen language, in the browser's region, by the chosen clock, in the person's time zone. */
export const useFormat = (): Format => {
  const language = useLanguage()
  const clock = useClock()
  const zone = useOwnZone()
  return useMemo(
    () => createFormat({ locale: localeOf(language, navigator.languages), clock, zone }),
    [language, clock, zone],
  )
}
