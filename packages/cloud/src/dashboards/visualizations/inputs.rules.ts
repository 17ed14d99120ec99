import { paramsOf, parseFormula } from '../../formula/parse.ts'
import type { Binding } from './bindings.contract.ts'
import type { Item } from './items.contract.ts'

/** Parameters that the bindings of one visualization may name. */
const inputsMax = 1000

/** The parameters that a binding takes its value from. A formula that cannot be read has none. */
export const inputsOf = ({ param, formula = '' }: Pick<Binding, 'param' | 'formula'>): number[] => {
  if (param !== undefined) return [param]
  const parsed = parseFormula(formula)
  return 'error' in parsed ? [] : paramsOf(parsed)
}

/** The parameters that items write, or give to faceplates. */
export const paramsOfItems = (items: readonly Item[]): number[] =>
  items.flatMap(({ control, use }) => [
    ...(control === undefined ? [] : [control.paramId]),
    ...Object.values(use?.args ?? {}).flatMap((arg) => ('paramId' in arg ? [arg.paramId] : [])),
  ])

/** Returns the problem of bindings with its position; null for none. */
export const bindingsProblem = (bindings: readonly Binding[]): string | null => {
  for (const [index, { formula }] of bindings.entries()) {
    // Arguments of a faceplate become parameters or numbers where it is placed.
    const parsed = formula === undefined ? null : parseFormula(formula.replaceAll(/\$[a-z][a-zA-Z\d]*/g, '1'))
    if (parsed !== null && 'error' in parsed) {
      return `body.bindings.${index}.formula: ${parsed.error}, at character ${parsed.at + 1}`
    }
  }
  const count = new Set(bindings.flatMap(inputsOf)).size
  return count > inputsMax ? `body.bindings: they name more than ${inputsMax} parameters` : null
}
