import { paramsOf, parseFormula } from '../../energy/formula/parse.ts'
import type { Binding } from './bindings.contract.ts'

/** Parameters that the bindings of one visualization may name. */
const inputsMax = 1000

/** The parameters that a binding takes its value from. A formula that cannot be read has none. */
export const inputsOf = ({ param, formula = '' }: Pick<Binding, 'param' | 'formula'>): number[] => {
  if (param !== undefined) return [param]
  const parsed = parseFormula(formula)
  return 'error' in parsed ? [] : paramsOf(parsed)
}

/** What is wrong with bindings, by their place; null when nothing is. */
export const bindingsProblem = (bindings: readonly Binding[]): string | null => {
  for (const [place, { formula }] of bindings.entries()) {
    const parsed = formula === undefined ? null : parseFormula(formula)
    if (parsed !== null && 'error' in parsed) {
      return `body.bindings.${place}.formula: ${parsed.error}, at character ${parsed.at + 1}`
    }
  }
  const count = new Set(bindings.flatMap(inputsOf)).size
  return count > inputsMax ? `body.bindings: they name more than ${inputsMax} parameters` : null
}
