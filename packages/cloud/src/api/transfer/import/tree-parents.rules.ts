import { depthMax } from '../../trees/tree.rules.ts'

interface Problem {
  /** Of which branch. */
  at: number
  field: 'id' | 'parentBranchId'
  message: string
}

/** What is wrong with how the branches of a tree hang together, or null. */
export const parentsProblem = (
  branches: readonly { id: string; parentBranchId?: string | undefined }[],
): Problem | null => {
  const parents = new Map(branches.map(({ id, parentBranchId }) => [id, parentBranchId]))
  const seen = new Set<string>()
  for (const [at, { id, parentBranchId }] of branches.entries()) {
    if (seen.has(id)) return { at, field: 'id', message: `${id} is there twice` }
    seen.add(id)
    if (parentBranchId !== undefined && !parents.has(parentBranchId)) {
      return { at, field: 'parentBranchId', message: 'is no branch of this tree' }
    }
    if (!endsWithin(parents, id)) {
      const message = `leads more than ${depthMax} levels up, or round in a circle`
      return { at, field: 'parentBranchId', message }
    }
  }
  return null
}

/** Does the way up come to an end within the levels that are allowed? */
const endsWithin = (parents: ReadonlyMap<string, string | undefined>, id: string): boolean => {
  let next: string | undefined = id
  for (let level = 0; level < depthMax && next !== undefined; level += 1) next = parents.get(next)
  return next === undefined
}
