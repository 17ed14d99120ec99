import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL(import.meta.resolve('@busbar/ui/tokens.css')), 'utf8')

type Colours = ReadonlyMap<string, string>

/** The tokens of a block of the file, as light or dark shows them. */
const coloursOf = (selector: string, which: 0 | 1): Colours => {
  const block = css.split(`${selector} {`)[1]?.split('\n}')[0] ?? ''
  const found = block.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)
  return new Map(Array.from(found, ([, name = '', light = '', dark = '']) => [name, which === 0 ? light : dark]))
}

/** As WCAG 2 has it. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ground', 'surface', 'sunken', 'floating', 'field', 'hover']
const states = ['ok', 'info', 'warning', 'critical', 'unknown', 'muted']
const series = Array.from({ length: 8 }, (_, i) => `series-${i + 1}`)

type ColourPair = readonly [above: string, below: string]
const on = (above: readonly string[], below: readonly string[]): ColourPair[] =>
  above.flatMap((one) => below.map((other): ColourPair => [one, other]))

/** Text colours, for which high contrast requires more. */
const plain: readonly ColourPair[] = [
  ...on(['ink', 'quiet', 'faint', 'accent'], [...grounds, 'selected']),
  ...on(['ink', 'quiet'], ['pressed']),
  ...on(['ink', 'quiet'], ['picture', 'plant-body']),
  ...states.map((state): ColourPair => ['ink', `${state}-soft`]),
]
const coloured: readonly ColourPair[] = [
  ...states.flatMap((state) => on([`${state}-text`], ['picture', ...grounds, 'selected', `${state}-soft`])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-critical', 'critical'],
]
const marks: readonly ColourPair[] = [
  ...on(states, ['ground', 'surface', 'floating', 'hover']),
  ...states.map((state): ColourPair => [state, `${state}-soft`]),
  ...on(['edge', 'accent'], ['ground', 'surface', 'floating', 'field']),
  ...on(series, ['surface']),
  ...on(['plant', 'plant-line', 'critical', 'unknown', 'accent'], ['picture']),
  ...on(['plant-line', 'plant'], ['plant-body']),
]

for (const [theme, which] of [
  ['light', 0],
  ['dark', 1],
] as const) {
  const usual = coloursOf(':root', which)
  const high = new Map([...usual, ...coloursOf(':root[data-contrast="more"]', which)])
  for (const [name, colours, plainMin] of [
    [theme, usual, 4.5],
    [`${theme}, high contrast`, high, 7],
  ] as const) {
    const problems = (pairs: readonly ColourPair[], least: number): string[] =>
      pairs.flatMap(([above, below]) => {
        const found = contrastOf(colours.get(above) ?? '', colours.get(below) ?? '')
        return found >= least ? [] : [`${above} on ${below}: ${found.toFixed(2)}`]
      })
    test(`texts are read on every ground they stand on: ${name}`, () =>
      assert.deepEqual([...problems(plain, plainMin), ...problems(coloured, 4.5)], []))
    test(`marks, edges and lines are seen: ${name}`, () => assert.deepEqual(problems(marks, 3), []))
  }
}
