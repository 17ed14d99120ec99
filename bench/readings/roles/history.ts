import type { Database } from '@busbar/database'
import { monotonicClock } from '@busbar/kit'
import { Compactor, History, loadChunks, type Poll } from '@busbar/readings'
import { lastReadings } from '@busbar/readings/last-values'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { orgId, PolledMeter, paramIdOf } from '../fleet.ts'
import { askOf, mustBe, newest, points, type Question, type Timing, timeAll } from '../questions.ts'
import { FedRecorder, openStore } from '../store.ts'
import { askedColumns, askedParams, type HistoryExtent, nowOf, pasts } from '../year.ts'

export interface HistoryActs extends Acts {
  /** Loads the past into a database of its own; gives the readings of it, and the bytes of those that are cold. */
  load(past: HistoryExtent): Promise<{ readings: number; bytes: number }>
  ask(question: Question & { times: number }): Promise<Timing>
  clear(): Promise<void>
}

const quarterMs = 900_000
const quarters = 96
const flushReadings = 10_000
const folder = tempFolder()
const params = askedParams.map((param) => ({ ...param, orgId }))
const ids = params.map(({ id }) => id)
let db: Database | null = null
let history: History | null = null
let now = 0

/** Calls the functions that handlers use, without permissions, names and the encoding of the answer. */
const answer = async (question: Question, turn: number): Promise<void> => {
  if (db === null || history === null) throw new Error('nothing was loaded')
  const { paramId, from, till, segments: count } = askOf(question, now, turn)
  switch (question.kind) {
    case 'last':
      return mustBe(question, 'parameters', (await lastReadings(db.sql, params)).size, ids.length)
    case 'dashboard': {
      const start = Math.floor(till / quarterMs) * quarterMs - (quarters - 1) * quarterMs
      const means = await history.means(orgId, paramId, quarterMs, start, quarters)
      return mustBe(question, 'means', means.filter((mean) => mean !== null).length, quarters)
    }
    case 'newest': {
      const { times } = await history.raw(orgId, paramId, from, till, newest)
      return mustBe(question, 'readings', times.length, newest)
    }
    case 'dispersed': {
      const [firsts] = await history.firsts(orgId, [paramId], from, till, points)
      return mustBe(question, 'segments', firsts?.times.length ?? 0, points * 0.95)
    }
    case 'figures': {
      const [column] = await history.figures(orgId, [paramId], from, till, count)
      return mustBe(question, 'segments', column?.figures.count.filter((read) => read > 0).length ?? 0, count * 0.95)
    }
    case 'extremes': {
      const [extremes] = await history.extremes(orgId, [paramId], from, till)
      return mustBe(question, 'extremes', extremes === null ? 0 : 1, 1)
    }
    case 'on-time': {
      const found = await history.onTime(orgId, ids, till)
      return mustBe(question, 'parameters', found.filter((latest) => latest !== null).length, ids.length)
    }
  }
}

const compactTill = async ({ sql }: Database, till: number): Promise<void> => {
  const onError = (error: unknown): void => console.error('not compacted', error)
  const compactor = new Compactor({ sql, clock: monotonicClock, now: () => new Date(till), onError })
  await compactor.runOnce(till)
  await compactor.stop()
}

const acts: HistoryActs = {
  async load(past) {
    const devices = new Set(params.map(({ deviceId }) => deviceId)).size
    db = await openStore(folder.path, devices)
    now = nowOf(past)
    const recorded: Poll[] = []
    let readings = 0
    for (const { deviceId, columns, polls } of pasts(past)) {
      for (const [place, column] of columns.entries()) {
        await loadChunks(db.sql, orgId, paramIdOf(deviceId, askedColumns[place] ?? 0), column)
        readings += column.times.length
      }
      const polled = new PolledMeter(deviceId)
      for (const { readOn, values } of polls) recorded.push(polled.poll(readOn, values))
    }
    recorded.sort((a, b) => a.readOn - b.readOn)
    const kept = new History({ sql: db.sql, now: () => now })
    history = kept
    const recorder = new FedRecorder(db, flushReadings, now)
    recorder.onRecorded((polls) => kept.addRecorded(polls))
    await recorder.start()
    await recorder.record(recorded)
    await recorder.stop()
    const [{ bytes }] = await db.sql<[{ bytes: number }]>`select pg_total_relation_size('chunk') as bytes`
    await compactTill(db, now)
    // As the database does by itself before long.
    await db.sql`vacuum analyze`
    return { readings, bytes }
  },
  ask: ({ times, ...question }) => timeAll(times, (turn) => answer(question, turn)),
  async clear() {
    await history?.stop()
    await db?.close()
    folder.remove()
  },
}
play(acts)
