import type { Transactions, Tx } from '@busbar/database'
import { decodeChunk } from '@busbar/series'
import { decodeGaps } from '@busbar/series/gaps'
import { type ChunkRow, chunkRow } from '../compaction/chunk-row.ts'
import { type StoredChunk, selectChunks, upsertChunks } from '../compaction/chunks.sql.ts'
import { growDay } from '../compaction/grow-day.ts'
import { mergeGaps } from '../history/gaps.rules.ts'
import type { RecordedPoll } from '../poll.ts'
import { type StoredPoll, type TakenTimes, takeTime } from '../recording/batch.ts'
import { dayOf, Partitions } from '../recording/partitions.ts'
import { findTaken, insertExact, insertPolls } from '../recording/write.sql.ts'
import {
  type AsidePoll,
  type AsideScope,
  deleteAsidePolls,
  noteMorePolls,
  restoreExact,
  takeAsideChunks,
  takeAsidePolls,
} from './aside.sql.ts'

export interface AcceptOptions {
  db: Transactions
  now: () => Date
  /** Joins the transaction with the work that recording does with new readings. */
  markRecorded: (tx: Tx, polls: readonly RecordedPoll[]) => Promise<void>
  /** Joins the transaction with the work for restored days of a parameter. */
  markDays: (tx: Tx, orgId: number, days: readonly { paramId: number; day: number }[]) => Promise<void>
  /** Runs last in the transaction. */
  finish: (tx: Tx, accepted: { polls: number; chunks: number }) => Promise<void>
}

/** Limit per transaction; for more the client repeats the request. */
const pollsMax = 20_000
const chunksMax = 500
const attemptsMax = 20

/** Moves quarantined readings into the history, at the time of the wall clock or of the trusted clock. */
export const acceptAside = async (
  options: AcceptOptions,
  scope: AsideScope,
  times: 'shown' | 'trusted',
): Promise<{ polls: number; chunks: number }> => {
  const { db, now, markRecorded, markDays, finish } = options
  const partitions = new Partitions(db, now)
  const takenTimes = new Map<number, Set<number>>()
  for (let attempt = 1; ; attempt++) {
    let lines: StoredPoll[] = []
    try {
      return await db.tx(async (tx) => {
        const rows = await takeAsidePolls(tx, scope, times === 'trusted', pollsMax)
        lines = linesOf(rows, times, takenTimes)
        await partitions.ensure(new Set(lines.map(({ poll }) => dayOf(poll.readOn))))
        if (lines.length > 0 && !(await insertPolls(tx, lines))) throw new TimeConflict()
        if (lines.some(({ texts }) => texts !== null) && !(await insertExact(tx, lines))) throw new TimeConflict()
        await noteMorePolls(tx, scope.orgId, new Set(lines.map(({ poll }) => poll.deviceId)))
        await deleteAsidePolls(
          tx,
          scope.orgId,
          rows.map(({ id }) => id),
        )
        await markRecorded(
          tx,
          lines.map(({ poll }) => ({ ...poll, params: [], values: [], texts: null, errors: null })),
        )
        const chunks = times === 'shown' ? await takeAsideChunks(tx, scope, chunksMax) : []
        await restoreChunks(tx, scope.orgId, chunks)
        if (chunks.length > 0) await restoreExact(tx, scope)
        await markDays(tx, scope.orgId, chunks)
        const accepted = { polls: rows.length, chunks: chunks.length }
        await finish(tx, accepted)
        return accepted
      })
    } catch (error) {
      if (!(error instanceof TimeConflict) || attempt === attemptsMax) throw error
      for (const [deviceId, some] of await findTaken(db.sql, lines)) {
        takenTimes.set(deviceId, some.union(takenTimes.get(deviceId) ?? new Set()))
      }
    }
  }
}

class TimeConflict extends Error {}

const linesOf = (
  rows: readonly AsidePoll[],
  times: 'shown' | 'trusted',
  known: ReadonlyMap<number, ReadonlySet<number>>,
): StoredPoll[] => {
  const taken = new Map<number, TakenTimes>()
  return rows.map((row) => {
    const { orgId, deviceId, layoutId, narrow, wide, errors, texts } = row
    const ofDevice = taken.get(deviceId) ?? { busyFrom: null, busyTill: null, others: new Set(known.get(deviceId)) }
    taken.set(deviceId, ofDevice)
    const readOn = takeTime(ofDevice, times === 'shown' ? row.readOn : (row.believedOn ?? row.readOn))
    return {
      poll: { orgId, deviceId, readOn },
      layout: { id: layoutId },
      row: { narrow, wide },
      errors,
      texts: texts && new Map(Object.entries(texts).map(([id, text]) => [Number(id), text])),
    }
  })
}

/** Stores chunks again, merged with readings that were stored meanwhile. */
const restoreChunks = async (tx: Tx, orgId: number, chunks: readonly StoredChunk[]): Promise<void> => {
  for (const chunk of chunks) {
    const { paramId, day } = chunk
    const [stored] = await selectChunks(tx, orgId, [paramId], day, day)
    await upsertChunks(tx, orgId, [joined(paramId, day, chunk, stored)])
  }
}

const joined = (paramId: number, day: number, chunk: StoredChunk, stored: StoredChunk | undefined): ChunkRow => {
  const grown = growDay(stored, decodeChunk(chunk.data), day)
  const gaps = [stored, chunk].flatMap((one) => (one?.gaps ? decodeGaps(one.gaps) : []))
  const times = decodeChunk(grown.chunk.data).times
  return chunkRow(paramId, day, grown, mergeGaps(gaps, times))
}
