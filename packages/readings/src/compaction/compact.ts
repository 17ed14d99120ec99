import type { Sql, Tx } from '@busbar/database'
import type { Thread } from '../thread.ts'
import type { ChunkRow } from './chunk-row.ts'
import { selectChunks, upsertChunks } from './chunks.sql.ts'
import type { EncodeJob } from './encode-day.ts'
import {
  type DevicePart,
  deletePolls,
  lockDeviceDay,
  type PackedFailures,
  type PackedTexts,
  packetsOf,
  type StoredLayout,
  selectGroups,
  selectLayouts,
  selectParams,
  selectTexts,
} from './polls.sql.ts'

export type Encoder = Pick<Thread<EncodeJob, ChunkRow[]>, 'run'>

/** Cells in memory at once, of eight bytes each; more parameters are processed in turns. */
const cellsMax = 8_000_000

/**
 * Moves a device's polls into the chunks of their day and returns the number of readings. One transaction with one
 * snapshot: a poll that is recorded meanwhile stays, and one that another process has moved makes it fail.
 */
export const compactDevicePart = (sql: Sql, encoder: Encoder, part: DevicePart): Promise<number> =>
  sql.begin((tx) => moveDevicePart(tx, encoder, part), 'isolation level repeatable read')

const moveDevicePart = async (tx: Tx, encoder: Encoder, part: DevicePart): Promise<number> => {
  if (!(await lockDeviceDay(tx, part))) return 0
  const groups = await selectGroups(tx, part)
  const polls = groups.reduce((sum, group) => sum + group.polls, 0)
  if (polls === 0) return 0
  const failures = groups.filter((group) => group.errors !== null)
  const layouts = await selectLayouts(tx, part)
  const params = await selectParams(tx, part)
  const textIds = params.filter(({ isText }) => isText).map(({ id }) => id)
  const texts = failures.length === 0 || textIds.length === 0 ? [] : await selectTexts(tx, part, textIds)
  const paramsMax = Math.max(1, Math.floor(cellsMax / polls))
  let readings = 0
  for (let at = 0; at < params.length; at += paramsMax) {
    const some = params.slice(at, at + paramsMax)
    readings += await compactParams(tx, encoder, part, { polls, layouts, params: some, failures, texts })
  }
  const deleted = await deletePolls(tx, part)
  if (deleted !== polls) throw new Error(`${polls} polls were read and ${deleted} deleted`)
  return readings
}

interface DayPolls {
  polls: number
  layouts: StoredLayout[]
  params: { id: number; isText: boolean }[]
  failures: PackedFailures[]
  texts: PackedTexts[]
}

const compactParams = async (tx: Tx, encoder: Encoder, part: DevicePart, polled: DayPolls): Promise<number> => {
  const { orgId, day } = part
  const { polls, layouts, params, failures, texts } = polled
  // A packet is decoded while the database prepares the next one.
  let taken = encoder.run({ kind: 'begin', day, params, layouts, polls })
  taken.catch(() => {})
  for await (const packet of packetsOf(tx, part)) {
    await taken
    taken = encoder.run({ kind: 'polls', packet })
    taken.catch(() => {})
  }
  const ids = params.map(({ id }) => id)
  const stored = await selectChunks(tx, orgId, ids, day, day)
  await taken
  const rows = await encoder.run({ kind: 'end', stored, failures, texts })
  await upsertChunks(tx, orgId, rows)
  const before = new Map(stored.map(({ paramId, count }) => [paramId, count]))
  return rows.reduce((sum, { paramId, count }) => sum + count - (before.get(paramId) ?? 0), 0)
}
