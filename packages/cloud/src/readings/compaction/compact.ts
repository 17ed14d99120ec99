import { transaction } from '../../db/transaction.ts'
import type { Sql, Tx } from '../../db/types.ts'
import type { Thread } from '../history/thread.ts'
import type { ChunkRow } from './chunk-row.ts'
import { selectChunks, upsertChunks } from './chunks.sql.ts'
import type { EncodeJob } from './encode-day.ts'
import {
  countPolls,
  type DeviceDay,
  deletePolls,
  lockDeviceDay,
  type PackedFailures,
  packetsOf,
  type StoredLayout,
  selectFailures,
  selectLayouts,
  selectParams,
} from './polls.sql.ts'

export type Encoder = Pick<Thread<EncodeJob, ChunkRow[]>, 'run'>

/** What is held in memory at once, of eight bytes each. More parameters take turns. */
const cellsMax = 8_000_000

/**
 * Moves a device's polls of a day into chunks; the answer is how many readings the new chunks got. All statements see the same state, and
 * all of them count or none does: a poll that is recorded meanwhile stays where it is, and one that another moved fails this.
 */
export const compactDeviceDay = (sql: Sql, encoder: Encoder, deviceDay: DeviceDay): Promise<number> =>
  transaction(sql, (tx) => moveDeviceDay(tx, encoder, deviceDay), 'isolation level repeatable read')

const moveDeviceDay = async (tx: Tx, encoder: Encoder, deviceDay: DeviceDay): Promise<number> => {
  if (!(await lockDeviceDay(tx, deviceDay))) return 0
  const polls = await countPolls(tx, deviceDay)
  if (polls === 0) return 0
  const layouts = await selectLayouts(tx, deviceDay)
  const params = await selectParams(tx, deviceDay)
  const failures = await selectFailures(tx, deviceDay)
  const paramsMax = Math.max(1, Math.floor(cellsMax / polls))
  let readings = 0
  for (let at = 0; at < params.length; at += paramsMax) {
    const some = params.slice(at, at + paramsMax)
    readings += await compactParams(tx, encoder, deviceDay, { polls, layouts, params: some, failures })
  }
  const deleted = await deletePolls(tx, deviceDay)
  if (deleted !== polls) throw new Error(`${polls} polls were read and ${deleted} deleted`)
  return readings
}

interface Parts {
  polls: number
  layouts: StoredLayout[]
  params: { id: number; isText: boolean }[]
  failures: PackedFailures[]
}

const compactParams = async (tx: Tx, encoder: Encoder, deviceDay: DeviceDay, parts: Parts): Promise<number> => {
  const { orgId, day } = deviceDay
  const { polls, layouts, params, failures } = parts
  await encoder.run({ kind: 'begin', day, params, layouts, polls })
  for await (const packets of packetsOf(tx, deviceDay)) {
    await Promise.all(packets.map((packet) => encoder.run({ kind: 'polls', packet })))
  }
  const ids = params.map(({ id }) => id)
  const stored = await selectChunks(tx, orgId, ids, day, day)
  const rows = await encoder.run({ kind: 'end', stored, failures })
  await upsertChunks(tx, orgId, rows)
  return rows.reduce((sum, { count }) => sum + count, 0)
}
