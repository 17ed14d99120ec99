import type { Queries } from '../../../db/sql.ts'
import type { Gap } from '../../../readings/chunk/gaps.ts'
import { offSpans, pausesIn } from './pauses.rules.ts'
import { pollSwitchesOf, type SwitchRow, switchesOf } from './pauses.sql.ts'

/** When the devices of parameters, or their networks, were paused by people, by parameter. */
export const pausesOf = async (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  span: { from: number; till: number },
): Promise<Map<number, Gap[]>> => {
  const switches = await pollSwitchesOf(sql, orgId, paramIds)
  const ids = (of: (place: (typeof switches)[number]) => number): number[] => [...new Set(switches.map(of))]
  const rows = await switchesOf(
    sql,
    orgId,
    ids(({ deviceId }) => deviceId),
    ids(({ netId }) => netId),
  )
  const byObject = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`)
  const spansOf = (kind: SwitchRow['kind'], id: number, offOn: Date | null) =>
    offSpans(
      (byObject.get(`${kind} ${id}`) ?? []).map(({ on, isOff }) => ({ on: on.getTime(), isOff })),
      offOn?.getTime() ?? null,
    )
  return new Map(
    switches.map(({ paramId, deviceId, netId, deviceOffOn, netOffOn }) => [
      paramId,
      pausesIn([...spansOf('device', deviceId, deviceOffOn), ...spansOf('net', netId, netOffOn)], span),
    ]),
  )
}
