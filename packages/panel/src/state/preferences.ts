import { localTexts } from '@busbar/ui'
import { createStore, type Store } from '@busbar/ui/store'

const languages = ['en', 'pl', 'ru', 'uk'] as const
export type Language = (typeof languages)[number]
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const stored = <T extends string>(key: string, values: readonly T[], usual: T): Store<T> => {
  const found = values.find((one) => one === localTexts.get(key))
  const store = createStore<T>(found ?? usual)
  return {
    ...store,
    set(value) {
      localTexts.set(key, value)
      store.set(value)
    },
  }
}

const ofBrowser = (): Language => {
  const tags = navigator.languages.map((tag) => tag.slice(0, 2))
  return languages.find((one) => one === tags.find((tag) => (languages as readonly string[]).includes(tag))) ?? 'en'
}

export const language: Store<Language> = stored('busbar-panel.language', languages, ofBrowser())
export const theme: Store<Theme> = stored('busbar-panel.theme', themes, 'system')

/** The sheet of colours reads it from the page. */
export const showTheme = (chosen: Theme): void => {
  const { dataset } = document.documentElement
  if (chosen === 'system') delete dataset['theme']
  else dataset['theme'] = chosen
}
