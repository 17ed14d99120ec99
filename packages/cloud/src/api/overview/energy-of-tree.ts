import { segmentStart } from '../../energy/calendar.ts'
import { stepsOf, wholeSegments } from '../../energy/stored/steps.ts'
import type { Call } from '../../service.ts'
import { unitsOfParams } from '../reports/reports.sql.ts'
import { readTallies } from '../trees/energy/read-tallies.ts'
import { segmentsOf } from '../trees/energy/segments.ts'
import { unitsOfBranches } from '../trees/tree-units.rules.ts'
import type { StoredTree } from '../trees/trees.sql.ts'

/** The hours of today and yesterday, by the clock of the tree's place. */
export const energyOf = async (call: Call, tree: StoredTree) => {
  const { id, name, timeZone, sensors } = tree
  const now = call.now().getTime()
  const today = segmentStart(timeZone, 'day', now)
  const edges = wholeSegments(timeZone, 'hour', segmentStart(timeZone, 'day', today - 1), now + 1)
  const { tallies, stepCounts } = await readTallies(call, tree, [null], stepsOf(timeZone, 'hour', edges), edges)
  const hours = [...tallies.values()]
    .flatMap((tally) => segmentsOf(tally, stepCounts, edges, call.now()))
    .map(({ from, energy, isComplete }) => ({ from, energy, isComplete }))
  const paramIds = sensors.map(({ paramId }) => paramId)
  const unit = unitsOfBranches(tree, await unitsOfParams(call.db.sql, call.orgId, paramIds)).get(null) ?? null
  const isToday = ({ from }: { from: string }): boolean => Date.parse(from) >= today
  return {
    id,
    name,
    timeZone,
    ...(unit !== null && { unit }),
    today: hours.filter(isToday),
    yesterday: hours.filter((hour) => !isToday(hour)),
  }
}
