import { plainNumber } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import { type KnownParams, type ShownBinding, shownBindings } from './values.rules.ts'
import type { DataSource } from './visualizations.sql.ts'

/** The data of a visualization: what its bindings give, and before that what was saved. */
export const visData = (
  { bindings, saved }: DataSource,
  params: KnownParams,
  lang: Language,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(shownBindings(bindings, params, lang, 0)).flatMap(dataOfBinding)),
  ...saved,
})

const outcomes = ['color', 'visible', 'rotate', 'fill', 'state', 'flow', 'move', 'size'] as const

/** Properties other than the text follow a dot in the key. */
const dataOfBinding = ([code, shown]: [string, ShownBinding]): [key: string, text: string][] => [
  [code, shown.text],
  ...outcomes.flatMap((name): [string, string][] => {
    const outcome = shown[name]
    return outcome === undefined ? [] : [[`${code}.${name}`, textOf(outcome)]]
  }),
]

const textOf = (outcome: string | boolean | number | readonly number[]): string => {
  if (typeof outcome === 'number') return plainNumber(outcome)
  return typeof outcome === 'object' ? outcome.map(plainNumber).join(' ') : String(outcome)
}

/** The same with the quality of each reading; what was saved is as good as who saved it. */
export const visValues = (
  { bindings, saved }: DataSource,
  params: KnownParams,
  lang: Language,
  now: number,
): Record<string, ShownBinding> => {
  const shown = shownBindings(bindings, params, lang, now)
  for (const [code, text] of Object.entries(saved ?? {})) {
    const { readOn: _readOn, reason: _reason, ...outcome } = shown[code] ?? {}
    shown[code] = { ...outcome, text, quality: 'good' }
  }
  return shown
}
