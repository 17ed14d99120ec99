import { plainNumber } from '../../readings/plain-number.ts'
import type { Language } from '../../texts/texts.ts'
import { type KnownParams, type ShownBinding, shownBindings } from './values.rules.ts'
import type { DataSource } from './visualizations.sql.ts'

/** The data of a visualization: what its bindings give, and before that what was saved. */
export const visData = (
  { bindings, saved }: DataSource,
  known: KnownParams,
  lang: Language,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(shownBindings(bindings, known, lang, 0)).flatMap(dataOfBinding)),
  ...saved,
})

const outcomes = ['color', 'visible', 'rotate', 'fill', 'state', 'flow', 'move', 'size'] as const

/** What is said besides the text stands behind a dot. */
const dataOfBinding = ([code, shown]: [string, ShownBinding]): [key: string, text: string][] => [
  [code, shown.text],
  ...outcomes.flatMap((name): [string, string][] => {
    const said = shown[name]
    return said === undefined ? [] : [[`${code}.${name}`, textOf(said)]]
  }),
]

const textOf = (said: string | boolean | number | readonly number[]): string => {
  if (typeof said === 'number') return plainNumber(said)
  return typeof said === 'object' ? said.map(plainNumber).join(' ') : String(said)
}

/** The same with the quality of each reading; what was saved is as good as who saved it. */
export const visValues = (
  { bindings, saved }: DataSource,
  known: KnownParams,
  lang: Language,
  now: number,
): Record<string, ShownBinding> => {
  const shown = shownBindings(bindings, known, lang, now)
  for (const [code, text] of Object.entries(saved ?? {})) {
    const { readOn: _readOn, reason: _reason, ...said } = shown[code] ?? {}
    shown[code] = { ...said, text, quality: 'good' }
  }
  return shown
}
