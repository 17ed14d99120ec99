import type { AnswerOf } from '../../data/api/api-query.ts'

/** How much there is behind a network. */
export const countsOf = (tree: AnswerOf<'nets', 'tree'>, netId: number): { devices: number; params: number } => {
  const devices = Object.values(tree[netId]?.devices ?? {})
  const params = devices.reduce((sum, { parameters }) => sum + Object.keys(parameters).length, 0)
  return { devices: devices.length, params }
}
