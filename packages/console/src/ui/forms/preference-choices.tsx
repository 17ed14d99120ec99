import type { ReactNode } from 'react'
import {
  type Language,
  language,
  languages,
  type Theme,
  theme,
  useLanguage,
  useTheme,
} from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from './fields.tsx'

/** Each in its own language. */
const names: Record<Language, string> = { en: 'English', pl: 'Polski', ru: 'Русский', uk: 'Українська' }

/** Language and appearance. */
export const PreferenceChoices = (): ReactNode => {
  const { shell } = useTexts()
  const themes: readonly [Theme, string][] = [
    ['system', shell.themeSystem],
    ['light', shell.themeLight],
    ['dark', shell.themeDark],
  ]
  return (
    <>
      <Choice
        label={shell.language}
        value={useLanguage()}
        options={languages.map((one) => [one, names[one]] as const)}
        onChange={language.set}
      />
      <Choice label={shell.theme} value={useTheme()} options={themes} onChange={theme.set} />
    </>
  )
}
