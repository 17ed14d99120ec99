import { useStore } from '@busbar/ui/store'
import type { ReactNode } from 'react'
import { type Language, language, type Theme, theme, themes } from '../state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Labelled, Segments } from '../ui/parts.tsx'

/** Each in its own words: who cannot read the others finds it. */
const names: readonly [Language, string][] = [
  ['en', 'English'],
  ['pl', 'Polski'],
  ['ru', 'Русский'],
  ['uk', 'Українська'],
]

export const LanguageChoice = (): ReactNode => {
  const { more } = useTexts()
  return (
    <Labelled label={more.language}>
      {(id) => (
        <select
          id={id}
          className="field"
          value={useStore(language)}
          onChange={(event) => language.set(event.target.value as Language)}
        >
          {names.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

export const ThemeChoice = (): ReactNode => {
  const { more } = useTexts()
  const options = themes.map((one): [Theme, string] => [one, more[one]])
  return <Segments label={more.theme} value={useStore(theme)} options={options} onChange={(one) => theme.set(one)} />
}
