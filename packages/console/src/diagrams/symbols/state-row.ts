import { symbolMarkup } from './draw-symbol.ts'
import type { PlantSymbol } from './plant-symbol.ts'

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
