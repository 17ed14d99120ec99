import type { PlantSymbol, SymbolPart } from './plant-symbol.ts'

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The parts of a symbol as SVG, in its own box. */
export const symbolMarkup = ({ parts }: PlantSymbol): string => parts.map(partMarkup).join('')

const partMarkup = ({ role, d, letter, when }: SymbolPart): string => {
  const className = when === undefined ? role : `${role} when-${when}`
  if (letter !== undefined) {
    const size = letter.text.length > 1 ? (letter.text.length > 2 ? 10 : 12) : 14
    return `<text class="${className}" x="${letter.x}" y="${letter.y}" font-size="${size}">${escaped(letter.text)}</text>`
  }
  return `<path class="${className}" d="${d}"/>`
}

const states = ['off', 'run', 'fault', 'unknown'] as const
const stepPx = 72
const marks = {
  off: '',
  run: '',
  fault:
    '<g class="mark" transform="translate(50 2)"><path class="square" d="M-7 -7H7V7H-7Z"/><text class="sign" y="4">!</text></g>',
  unknown:
    '<g class="mark" transform="translate(50 2)"><path class="diamond" d="M0 -9L9 0L0 9L-9 0Z"/><text class="sign" y="4">?</text></g>',
} as const

/** A symbol in all its states, side by side, as one drawing. */
export const stateRow = (symbol: PlantSymbol): string => {
  const row = states
    .map(
      (state, i) =>
        `<g transform="translate(${12 + i * stepPx} 12)"><g class="is-${state}">${symbolMarkup(symbol)}</g>${marks[state]}</g>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" class="busbar" viewBox="0 0 ${states.length * stepPx} 72">${row}</svg>`
}
