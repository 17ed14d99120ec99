import type { RequestOf } from '../../data/api/api-query.ts'
import { compareNames } from '../../data/format/compare-names.ts'
import type { Tree } from '../figures.ts'

export type Branch = Tree['branches'][number]
export type Sensor = Tree['sensors'][number]
type NewSensor = Omit<RequestOf<'trees', 'createSensor'>, 'treeId'>

/** A change of a tree, stored at once. */
export type TreeChange =
  | { do: 'rename'; name: string }
  | { do: 'createBranch'; name: string; parentId: string | null }
  | { do: 'renameBranch'; branchId: string; name: string }
  /** Before which of its siblings, where that is said; null is last. */
  | { do: 'moveBranch'; branchId: string; parentId: string | null; before?: string | null }
  | { do: 'deleteBranch'; branchId: string }
  | { do: 'createSensor'; sensor: NewSensor }
  | { do: 'renameSensor'; sensorId: string; name: string }
  | { do: 'moveSensor'; sensorId: string; branchId: string; isMain: boolean }
  | { do: 'changeSensor'; sensorId: string; kind: Sensor['kind']; multiplier: number; isMain: boolean }
  | { do: 'deleteSensor'; sensorId: string }
  /** Recreates deleted elements with new ids. Readings belong to parameters, so nothing is lost. */
  | { do: 'restore'; branches: readonly Branch[]; sensors: readonly Sensor[] }

const levelsMax = 10

export const branchById = ({ branches }: Tree, id: string | null): Branch | undefined =>
  branches.find((branch) => branch.id === id)

/** A branch and all above it, the nearest first. */
export const lineOf = (tree: Tree, id: string | null): Branch[] => {
  const branch = branchById(tree, id)
  return branch === undefined ? [] : [branch, ...lineOf(tree, branch.parentBranchId ?? null)]
}

/** A branch with all below it. */
export const subtreeOf = (tree: Tree, id: string): Branch[] =>
  tree.branches.filter((branch) => lineOf(tree, branch.id).some((one) => one.id === id))

const heightOf = (tree: Tree, id: string): number => {
  const depth = lineOf(tree, id).length
  return Math.max(...subtreeOf(tree, id).map((branch) => lineOf(tree, branch.id).length)) - depth + 1
}

/** Why something cannot go below a branch, or to the top; null where it can. */
export type DropRefusal = 'itself' | 'tooDeep' | 'same' | 'hasMain' | 'twice'

export const branchRefused = (tree: Tree, branchId: string, parentId: string | null): DropRefusal | null => {
  if ((branchById(tree, branchId)?.parentBranchId ?? null) === parentId) return 'same'
  const line = lineOf(tree, parentId)
  if (line.some(({ id }) => id === branchId)) return 'itself'
  return line.length + heightOf(tree, branchId) > levelsMax ? 'tooDeep' : null
}

export const sensorRefused = (tree: Tree, sensorId: string, branchId: string): DropRefusal | null => {
  const sensor = tree.sensors.find(({ id }) => id === sensorId)
  if (sensor === undefined || sensor.branchId === branchId) return 'same'
  return sensor.isMain === true && mainOf(tree, branchId) !== undefined ? 'hasMain' : null
}

/** A parameter counts once in a tree: twice, it would be in the sums above twice. */
export const paramRefused = (tree: Tree, paramId: number): DropRefusal | null =>
  tree.sensors.some((sensor) => sensor.paramId === paramId) ? 'twice' : null

export const mainOf = ({ sensors }: Tree, branchId: string): Sensor | undefined =>
  sensors.find((sensor) => sensor.branchId === branchId && sensor.isMain === true)

const withParent = ({ parentBranchId: _before, ...branch }: Branch, parentId: string | null): Branch => ({
  ...branch,
  ...(parentId !== null && { parentBranchId: parentId }),
})

const withMain = ({ isMain: _before, ...sensor }: Sensor, isMain: boolean): Sensor => ({
  ...sensor,
  ...(isMain && { isMain }),
})

const placed = (branches: readonly Branch[], id: string, before: string | null): Branch[] => {
  const others = branches.filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === before)
  return others.toSpliced(at === -1 ? others.length : at, 0, ...branches.filter((one) => one.id === id))
}

/** The sibling so many places after a branch, or before it; null where there is none. */
export const siblingAt = (tree: Tree, id: string, offset: number): string | null => {
  const parentId = branchById(tree, id)?.parentBranchId
  const siblings = tree.branches.filter((one) => one.parentBranchId === parentId)
  const at = siblings.findIndex((one) => one.id === id) + offset
  return at < 0 ? null : (siblings[at]?.id ?? null)
}

/** Applies a change to the tree; only the service assigns the id of a new element. */
export const applied = (tree: Tree, step: TreeChange): Tree => {
  const branches = (change: (branch: Branch) => Branch): Tree => ({ ...tree, branches: tree.branches.map(change) })
  const sensors = (change: (sensor: Sensor) => Sensor): Tree => ({ ...tree, sensors: tree.sensors.map(change) })
  switch (step.do) {
    case 'rename':
      return { ...tree, name: step.name }
    case 'renameBranch':
      return branches((one) => (one.id === step.branchId ? { ...one, name: step.name } : one))
    case 'moveBranch': {
      const moved = branches((one) => (one.id === step.branchId ? withParent(one, step.parentId) : one))
      return step.before === undefined
        ? moved
        : { ...moved, branches: placed(moved.branches, step.branchId, step.before) }
    }
    case 'renameSensor':
      return sensors((one) => (one.id === step.sensorId ? { ...one, name: step.name } : one))
    case 'moveSensor':
      return sensors((one) =>
        one.id === step.sensorId ? withMain({ ...one, branchId: step.branchId }, step.isMain) : one,
      )
    case 'changeSensor':
      return sensors((one) =>
        one.id === step.sensorId
          ? withMain({ ...one, kind: step.kind, multiplier: step.multiplier }, step.isMain)
          : one,
      )
    case 'deleteSensor':
      return { ...tree, sensors: tree.sensors.filter(({ id }) => id !== step.sensorId) }
    case 'deleteBranch': {
      const gone = new Set(subtreeOf(tree, step.branchId).map(({ id }) => id))
      return {
        ...tree,
        branches: tree.branches.filter(({ id }) => !gone.has(id)),
        sensors: tree.sensors.filter(({ branchId }) => !gone.has(branchId)),
      }
    }
    case 'restore':
      return { ...tree, branches: [...tree.branches, ...step.branches], sensors: [...tree.sensors, ...step.sensors] }
    case 'createBranch':
    case 'createSensor':
      return tree
  }
}

/**
 * Returns the change that undoes this one; `madeId` is the id assigned by the service. Null if there is nothing to
 * undo.
 */
export const inverseOf = (tree: Tree, step: TreeChange, madeId: string | null): TreeChange | null => {
  const sensorOf = (id: string): Sensor | undefined => tree.sensors.find((sensor) => sensor.id === id)
  switch (step.do) {
    case 'rename':
      return { ...step, name: tree.name }
    case 'renameBranch':
      return { ...step, name: branchById(tree, step.branchId)?.name ?? step.name }
    case 'moveBranch': {
      const parentId = branchById(tree, step.branchId)?.parentBranchId ?? null
      if (step.before === undefined) return { ...step, parentId }
      return { ...step, parentId, before: siblingAt(tree, step.branchId, 1) }
    }
    case 'renameSensor':
      return { ...step, name: sensorOf(step.sensorId)?.name ?? step.name }
    case 'moveSensor': {
      const before = sensorOf(step.sensorId)
      return before === undefined ? null : { ...step, branchId: before.branchId, isMain: before.isMain === true }
    }
    case 'changeSensor': {
      const before = sensorOf(step.sensorId)
      if (before === undefined) return null
      return { ...step, kind: before.kind, multiplier: before.multiplier, isMain: before.isMain === true }
    }
    case 'createBranch':
      return madeId === null ? null : { do: 'deleteBranch', branchId: madeId }
    case 'createSensor':
      return madeId === null ? null : { do: 'deleteSensor', sensorId: madeId }
    case 'deleteSensor':
      return { do: 'restore', branches: [], sensors: tree.sensors.filter(({ id }) => id === step.sensorId) }
    case 'deleteBranch': {
      const gone = subtreeOf(tree, step.branchId)
      const ids = new Set(gone.map(({ id }) => id))
      return {
        do: 'restore',
        // Parents before their children.
        branches: gone.toSorted((a, b) => lineOf(tree, a.id).length - lineOf(tree, b.id).length),
        sensors: tree.sensors.filter(({ branchId }) => ids.has(branchId)),
      }
    }
    case 'restore':
      return null
  }
}

/** Changes that name what was made again, by its new ids. */
export const renamedIds = (steps: readonly TreeChange[], ids: ReadonlyMap<string, string>): TreeChange[] =>
  steps.map(
    (step) =>
      JSON.parse(JSON.stringify(step), (_, value: unknown) =>
        typeof value === 'string' ? (ids.get(value) ?? value) : value,
      ) as TreeChange,
  )

/** Object of a dialog. */
export type DialogTarget =
  | { kind: 'branch'; id: string }
  | { kind: 'sensor'; id: string }
  /** Below which branch, or at the top. */
  | { kind: 'newBranch'; id: string | null }

/** Branches for a list to choose from, each with those above it. */
export const branchOptions = (tree: Tree): [id: string, text: string][] =>
  tree.branches
    .map(({ id }): [string, string] => [
      id,
      lineOf(tree, id)
        .map(({ name }) => name)
        .toReversed()
        .join(' / '),
    ])
    .toSorted(([, a], [, b]) => compareNames(a, b))
