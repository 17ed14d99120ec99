import type { GivenDefinition } from './definition.contract.ts'

/** Behind the id anything may stand: some clients send the parameter's slug there. */
const idOf = (reference: string): number | null => {
  const digits = /^([1-9]\d{0,14})(?:#|$)/.exec(reference)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** What conditions name their parameters by: ids that stand in the text, and references to be looked up. */
export const referencesIn = ({ conditions }: GivenDefinition): { withId: Map<string, number>; others: string[] } => {
  const withId = new Map<string, number>()
  const others: string[] = []
  for (const { param } of conditions) {
    if (param == null) continue
    const id = idOf(param)
    if (id === null) others.push(param)
    else withId.set(param, id)
  }
  return { withId, others }
}

/** All ids of parameters that a definition has, right or wrong. */
export const idsIn = ({ conditions, actions, followUps = [] }: GivenDefinition): number[] =>
  [...conditions, ...actions, ...followUps].flatMap(({ paramId }) =>
    paramId != null && Number.isSafeInteger(paramId) && paramId > 0 ? [paramId] : [],
  )
