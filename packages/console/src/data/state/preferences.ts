import type { Clock } from '@busbar/ui/locale'
import { useStore } from '@busbar/ui/store'
import { nameToday } from '@busbar/ui/time-zones'
import { stored } from './stored.ts'

export const languages = ['en', 'pl', 'ru', 'uk'] as const
export type Language = (typeof languages)[number]

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  pl: 'Polski',
  ru: 'Русский',
  uk: 'Українська',
}

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const oneOf = <T extends string>(known: readonly T[], found: unknown): T | undefined =>
  known.find((one) => one === found)

/** The first of the browser's languages that we have. */
const browserLanguage = (): Language =>
  navigator.languages.map((tag) => oneOf(languages, tag.slice(0, 2))).find((found) => found !== undefined) ?? 'en'

export const language = stored<Language>('language', (found) => oneOf(languages, found) ?? browserLanguage())
export const useLanguage = (): Language => useStore(language)

/** As the service spells it. */
export const serviceLanguage = (of: Language): 'en' | 'pl' | 'ru' | 'ua' => (of === 'uk' ? 'ua' : of)

export const theme = stored<Theme>('theme', (found) => oneOf(themes, found) ?? 'system')
export const useTheme = (): Theme => useStore(theme)

const contrasts = ['system', 'more'] as const
export type Contrast = (typeof contrasts)[number]

export const contrast = stored<Contrast>('contrast', (found) => oneOf(contrasts, found) ?? 'system')
export const useContrast = (): Contrast => useStore(contrast)

const clocks: readonly Clock[] = ['browser', '24', '12']

/** To how many the hours go. */
export const clock = stored<Clock>('clock', (found) => oneOf(clocks, found) ?? 'browser')
export const useClock = (): Clock => useStore(clock)

const isZone = (found: unknown): found is string => {
  try {
    return typeof found === 'string' && Intl.DateTimeFormat('en', { timeZone: found }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The zone of this browser, by its name of today where the browser knows that one. */
export const browserZone = ((): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isZone(nameToday(timeZone)) ? nameToday(timeZone) : timeZone
})()

/** The zone that the person has chosen; null: that of the browser. */
export const chosenZone = stored<string | null>('zone', (found) => (isZone(found) ? found : null))
/** The zone in which times are shown and typed, by its name. */
export const useOwnZone = (): string => useStore(chosenZone) ?? browserZone

/** The last selected organization; 0 is none. Each tab has its own. */
export const lastOrg = stored<number>('org', (found) => (typeof found === 'number' ? found : 0), 'tab')
export const useLastOrg = (): number => useStore(lastOrg)

/** Keeps on the page what styles go by: the theme, and whether high contrast is wanted, here or in the system. */
export const showAppearance = (): void => {
  const wantsMore = matchMedia('(prefers-contrast: more)')
  const show = (): void => {
    const { dataset } = document.documentElement
    dataset['theme'] = theme.get()
    dataset['contrast'] = contrast.get() === 'more' || wantsMore.matches ? 'more' : 'usual'
  }
  show()
  theme.subscribe(show)
  contrast.subscribe(show)
  wantsMore.addEventListener('change', show)
}
