import { Refusal } from '@busbar/wire/server'
import { type Branch, depthMax, pathToRoot, type Sensor } from './tree.rules.ts'

/** A branch of the tree; those of other trees are not there. */
export const branchIn = (branches: ReadonlyMap<string, Branch>, id: string): Branch => {
  const branch = branches.get(id)
  if (branch === undefined) throw new Refusal('ObjectNotFound')
  return branch
}

export const sensorIn = (sensors: readonly Sensor[], id: string): Sensor => {
  const sensor = sensors.find((one) => one.id === id)
  if (sensor === undefined) throw new Refusal('ObjectNotFound')
  return sensor
}

/** Is there room below this branch, or at the top, for so many levels? */
export const checkDepth = (branches: ReadonlyMap<string, Branch>, parentId: string | null, height: number): void => {
  const depth = parentId === null ? 0 : pathToRoot(branches, parentId).length
  if (depth + height > depthMax) throw new Refusal('IncorrectRequest', `A tree has at most ${depthMax} levels.`)
}

export const checkMain = (sensors: readonly Sensor[], branchId: string): void => {
  const main = sensors.find((sensor) => sensor.isMain && sensor.branchId === branchId)
  if (main !== undefined) throw new Refusal('IncorrectRequest', `The branch has a main meter: ${main.name}.`)
}
