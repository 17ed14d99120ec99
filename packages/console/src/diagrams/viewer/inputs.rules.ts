import type { Vis } from './picture-values.ts'

/** The parameters that a picture shows. */
export const inputsOf = ({ bindings }: Pick<Vis, 'bindings'>): Set<number> => {
  const ids = new Set<number>()
  for (const { param, formula = '' } of bindings) {
    if (param !== undefined) ids.add(param)
    for (const [, id = ''] of formula.matchAll(/#(\d+)/g)) ids.add(Number(id))
  }
  return ids
}
