/** A branch of a tree. */
export interface Branch {
  id: string
  name: string
  parentId: string | null
}

export interface Sensor {
  id: string
  name: string
  branchId: string
  seriesId: number
  paramId: number
  kind: 'energy' | 'power'
  multiplier: number
  isMain: boolean
}

/** Units whose values go on for as long as they are; all else that is metered counts. */
export const kindOfUnit = (unit: string): Sensor['kind'] => (/^[kMGT]?(W|var|VA)$/.test(unit) ? 'power' : 'energy')

export const depthMax = 10
/** Maximum per organization, and per tree. */
export const treesMax = 50
export const branchesMax = 2000
export const sensorsMax = 5000

/** How far below the top a branch is, from 1; with it all above it. */
export const pathToRoot = (branches: ReadonlyMap<string, Branch>, id: string): Branch[] => {
  const path: Branch[] = []
  for (let next = branches.get(id); next !== undefined; next = branches.get(next.parentId ?? '')) path.push(next)
  return path
}

/** How many levels a branch has, itself being one. */
export const heightOf = (branches: readonly Branch[], id: string): number => {
  const children = Map.groupBy(branches, ({ parentId }) => parentId)
  const height = (one: string): number => 1 + Math.max(0, ...(children.get(one) ?? []).map((child) => height(child.id)))
  return height(id)
}

export const byId = <T extends { id: string }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [one.id, one]))

/** Branch to which a sensor's figures are added. */
export interface Target {
  /** Null is the whole tree. */
  branchId: string | null
  /** Is it part of what the branch's energy is made of? */
  isSource: boolean
  /** For a branch with a main meter: true if the sensor is metered below it. */
  isBelowMain: boolean
}

/**
 * A branch's energy is its main meter's where it has one, otherwise that of its sensors and of the branches below. So a sensor counts for all
 * branches above it up to the first with a main meter; from there on the meter counts in its place.
 */
export const targetsOf = (
  sensor: Sensor,
  branches: ReadonlyMap<string, Branch>,
  mains: ReadonlySet<string>,
): Target[] => {
  let isCounted = true
  const targets = pathToRoot(branches, sensor.branchId).map(({ id }): Target => {
    const isOwnMain = sensor.isMain && id === sensor.branchId
    const isBelowMain = isCounted && mains.has(id) && !isOwnMain
    isCounted &&= !isBelowMain
    return { branchId: id, isSource: isCounted, isBelowMain }
  })
  return [...targets, { branchId: null, isSource: isCounted, isBelowMain: false }]
}
