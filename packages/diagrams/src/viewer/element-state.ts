import type { PictureValues, Vis } from '../model/diagram-values.ts'

/** Properties of a value that decide how its element is drawn. */
export interface ElementState {
  quality: 'good' | 'stale' | 'failed' | 'none'
  state?: 'off' | 'run' | 'warn' | 'fault' | undefined
  text: string
}

/** Attention that an element needs: none, abnormal, or unknown. */
export type AttentionLevel = 'none' | 'warning' | 'critical' | 'unknown'

/** An old or missing value takes precedence over its state. */
export const classOf = ({ quality, state }: ElementState): string | null => {
  if (quality === 'stale') return 'is-stale'
  if (quality !== 'good') return 'is-unknown'
  return state === undefined ? null : `is-${state}`
}

export const concernOf = ({ quality, state }: ElementState): AttentionLevel => {
  if (quality !== 'good') return 'unknown'
  if (state === 'fault') return 'critical'
  return state === 'warn' ? 'warning' : 'none'
}

const order: readonly AttentionLevel[] = ['critical', 'warning', 'unknown', 'none']

/** Worst first, then by name. */
export const byConcern = <T extends { concern: AttentionLevel; name: string }>(
  elements: readonly T[],
  compareNames: (a: string, b: string) => number,
): T[] =>
  elements.toSorted((a, b) => order.indexOf(a.concern) - order.indexOf(b.concern) || compareNames(a.name, b.name))

/** How many are abnormal, of each kind; a parameter that is shown in several places is one. */
export const countsOf = (
  values: Readonly<Record<string, ElementState & { paramId?: number | undefined }>>,
): Record<AttentionLevel, number> => {
  const counts = { none: 0, warning: 0, critical: 0, unknown: 0 }
  const counted = new Set<string>()
  for (const [code, value] of Object.entries(values)) {
    const concern = concernOf(value)
    const key = `${concern} ${value.paramId ?? code}`
    if (!counted.has(key)) counts[concern] += 1
    counted.add(key)
  }
  return counts
}

/** Thousands as English has them. In other languages a comma is before decimals: what the number is tells one from the other. */
const commas = /^[-\u2212+]?(\d{1,3}(?:,\d{3})+)(?!\d)/

/** The same values, with a thin space in thousands as everywhere in the console: the service writes them as programs know them. */
export const spaced = (values: PictureValues): PictureValues =>
  Object.fromEntries(
    Object.entries(values).map(([code, value]) => {
      const { text, number = 0 } = value
      const digits = commas.exec(text)?.[1]
      if (digits === undefined || Math.abs(Number(digits.replaceAll(',', '')) - Math.abs(number)) > 1)
        return [code, value]
      return [code, { ...value, text: text.replace(digits, digits.replaceAll(',', '\u202f')) }]
    }),
  )

/** The parameters that a picture shows. */
export const inputsOf = ({ bindings }: Pick<Vis, 'bindings'>): Set<number> => {
  const ids = new Set<number>()
  for (const { param, formula = '' } of bindings) {
    if (param !== undefined) ids.add(param)
    for (const [, id = ''] of formula.matchAll(/#(\d+)/g)) ids.add(Number(id))
  }
  return ids
}
