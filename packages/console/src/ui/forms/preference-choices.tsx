import type { Clock } from '@busbar/ui/locale'
import type { ReactNode } from 'react'
import {
  type Contrast,
  clock,
  contrast,
  language,
  languageNames,
  languages,
  type Theme,
  theme,
  useClock,
  useContrast,
  useLanguage,
  useTheme,
} from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from './fields.tsx'
import { Segmented } from './segmented.tsx'

/** Language, clock and appearance. */
export const PreferenceChoices = (): ReactNode => {
  const { shell } = useTexts()
  const themes: readonly [Theme, string][] = [
    ['system', shell.themeSystem],
    ['light', shell.themeLight],
    ['dark', shell.themeDark],
  ]
  const clocks: readonly [Clock, string][] = [
    ['browser', shell.clockBrowser],
    ['24', shell.clock24],
    ['12', shell.clock12],
  ]
  const contrasts: readonly [Contrast, string][] = [
    ['system', shell.themeSystem],
    ['more', shell.contrastMore],
  ]
  return (
    <>
      <Choice
        label={shell.language}
        value={useLanguage()}
        options={languages.map((one) => [one, languageNames[one]] as const)}
        onChange={language.set}
      />
      <Segmented label={shell.clock} value={useClock()} options={clocks} onChange={clock.set} />
      <Segmented label={shell.theme} value={useTheme()} options={themes} onChange={theme.set} />
      <Segmented label={shell.contrast} value={useContrast()} options={contrasts} onChange={contrast.set} />
    </>
  )
}
