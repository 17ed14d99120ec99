import { at } from '@busbar/kit'
import { compare, multiply, subtract } from '@busbar/modbus/decimal'
import { figureOf } from '../figures.ts'
import type { EnergyCall } from '../needs.ts'
import { storedTexts } from '../stored/figures.sql.ts'
import { dayMs } from '../stored/hold.rules.ts'
import { known, scan } from '../stored/packed.ts'
import { stepsOf, wholeSegments } from '../stored/steps.ts'
import { readTallies } from '../tree-energy/read-tallies.ts'
import type { Sensor } from './tree.rules.ts'
import type { StoredTree } from './trees.sql.ts'

interface Finding {
  kind: 'twice' | 'over' | 'empty' | 'noData'
  branchId: string
  sensorIds: string[]
  amount?: number
}

const lookBackDays = 7
/** Meters differ by as much without anything being wrong. */
const overShare = { digits: 101n, scale: 2 }

/** Likely errors of a tree, from the last complete days. */
export const checkTree = async (call: EnergyCall<'member'>, tree: StoredTree): Promise<Finding[]> => {
  const { branches, sensors, timeZone } = tree
  const now = call.now().getTime()
  const days = wholeSegments(timeZone, 'day', now - lookBackDays * dayMs, now).filter((edge) => edge <= now)
  const edges = [days[0] ?? now, days.at(-1) ?? now]
  const steps = edges[0] === edges[1] ? [] : stepsOf(timeZone, 'day', edges)
  const ids = branches.map(({ id }) => id)
  const { tallies, quarterCounts } = await readTallies(call, tree, ids, steps, edges)
  const texts =
    steps[0] === undefined ? null : await storedTexts(call.db.sql, call.orgId, seriesOf(sensors), timeZone, steps[0])
  const isRead = ({ seriesId }: Sensor): boolean =>
    texts === null || isKnownIn(texts.get(seriesId) ?? '', steps[0]?.rows ?? new Map())
  const bySensor = Map.groupBy(sensors, ({ branchId }) => branchId)
  const parents = new Set(branches.map(({ parentId }) => parentId))
  const twice = new Map(
    [...Map.groupBy(sensors, ({ paramId }) => paramId)].flatMap(([, same]) =>
      same.length < 2 ? [] : same.map(({ id }) => [id, same.map((one) => one.id)] as const),
    ),
  )
  return branches.flatMap(({ id: branchId }): Finding[] => {
    const branchSensors = bySensor.get(branchId) ?? []
    const silent = branchSensors.filter((sensor) => !isRead(sensor)).map(({ id }) => id)
    const doubled = branchSensors.flatMap(({ id }) => twice.get(id) ?? [])
    const tally = tallies.get(branchId)
    const [quarterCount = 0] = quarterCounts
    const [energy, metered] = [tally?.energy.at(0) ?? null, tally?.metered?.at(0) ?? null]
    const isOver =
      energy !== null &&
      metered !== null &&
      tally?.isCovered(0, quarterCount) === true &&
      compare(metered, multiply(energy, overShare)) > 0
    const amount = isOver ? figureOf(subtract(metered, energy)) : null
    const mains = branchSensors.filter(({ isMain }) => isMain).map(({ id }) => id)
    return [
      ...(doubled.length > 0 ? [{ kind: 'twice' as const, branchId, sensorIds: [...new Set(doubled)] }] : []),
      ...(amount === null ? [] : [{ kind: 'over' as const, branchId, sensorIds: mains, amount }]),
      ...(branchSensors.length === 0 && !parents.has(branchId)
        ? [{ kind: 'empty' as const, branchId, sensorIds: [] }]
        : []),
      ...(silent.length > 0 ? [{ kind: 'noData' as const, branchId, sensorIds: silent }] : []),
    ]
  })
}

const seriesOf = (sensors: readonly Sensor[]): number[] => [...new Set(sensors.map(({ seriesId }) => seriesId))]

const isKnownIn = (text: string, rows: ReadonlyMap<number, Int32Array>): boolean => {
  let isFound = false
  scan(text, ({ key, length, states }) => {
    const segments = rows.get(key)
    if (segments === undefined) return
    isFound ||= states.subarray(0, length).some((state, index) => (state & known) !== 0 && at(segments, index) >= 0)
  })
  return isFound
}
