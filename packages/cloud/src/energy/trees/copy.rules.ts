import type { StoredTree } from './trees.sql.ts'

/** The same tree once more, with ids of its own. Its sensors have the same parameters, and so the same history. */
export const copyOf = (tree: StoredTree, name: string, newId: () => string): StoredTree => {
  const ids = new Map(tree.branches.map(({ id }) => [id, newId()]))
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    ...tree,
    id: newId(),
    name,
    branches: tree.branches.map(({ id, parentId, ...branch }) => ({
      ...branch,
      id: idOf(id),
      parentId: parentId === null ? null : idOf(parentId),
    })),
    sensors: tree.sensors.map((sensor) => ({ ...sensor, id: newId(), branchId: idOf(sensor.branchId) })),
  }
}
