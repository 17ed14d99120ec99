import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { Fleet, paramIdOf } from '../fleet.ts'
import { paramsPerMeter } from '../meter.ts'
import { askOf, mustBe, newest, points, type Question, type Timing, timeAll } from '../questions.ts'
import { flushesAhead } from '../store.ts'
import { influxLines, jsonLines } from '../victoria/lines.ts'
import { VictoriaServer } from '../victoria/server.ts'
import { askedColumns, askedParams, type HistoryExtent, nowOf, pasts } from '../year.ts'

/** Readings a second. */
export interface VictoriaPace {
  /** Until all requests are answered; much of the work is done later. */
  taken: number
  /** Until all can be asked for, as ours can when they are recorded. */
  found: number
}
export interface VictoriaActs extends Acts {
  /** Stores the next rounds of polls. */
  ingest(load: { devices: number; rounds: number; batchReadings: number }): Promise<VictoriaPace>
  /** The same past as ours. */
  load(past: HistoryExtent): Promise<{ readings: number; bytes: number }>
  ask(question: Question & { times: number }): Promise<Timing>
  clear(): Promise<void>
}

const server = new VictoriaServer()
const started = server.start()
let fleet: Fleet | null = null
let now = 0

const countIn = (text: string, mark: string): number => text.split(mark).length - 1

/** The whole answer as a text, which is not read any further. */
const answer = async (question: Question, turn: number): Promise<void> => {
  const { paramId, from, till, segments } = askOf(question, now, turn)
  const { days } = question
  const one = `reading{id="${paramId}"}`
  const time = till / 1000
  // Answers that are remembered would say nothing of the store.
  const fresh = { nocache: 1 }
  switch (question.kind) {
    case 'last':
    case 'on-time': {
      const found = await server.ask('/api/v1/query', { query: 'last_over_time(reading[5m])', time, ...fresh })
      return mustBe(question, 'parameters', countIn(found, '"metric"'), askedParams.length)
    }
    case 'dashboard': {
      const range = { query: `avg_over_time(${one}[15m])`, start: time - 95 * 900, end: time, step: '15m' }
      return mustBe(
        question,
        'means',
        countIn(await server.ask('/api/v1/query_range', { ...range, ...fresh }), '],['),
        95,
      )
    }
    case 'newest': {
      const start = time - newest * 15
      const found = await server.ask('/api/v1/export', { 'match[]': one, start, end: time })
      return mustBe(question, 'readings', countIn(found, ','), newest)
    }
    case 'dispersed': {
      const step = `${Math.round((till - from) / points)}ms`
      const range = { query: `first_over_time(${one}[${step}])`, start: from / 1000, end: time, step }
      const found = await server.ask('/api/v1/query_range', { ...range, ...fresh })
      return mustBe(question, 'points', countIn(found, '],['), points * 0.95)
    }
    case 'figures': {
      const step = `${Math.round((till - from) / segments)}ms`
      const query = `aggr_over_time(("min_over_time", "avg_over_time", "max_over_time", "count_over_time"), ${one}[${step}])`
      const found = await server.ask('/api/v1/query_range', { query, start: from / 1000, end: time, step, ...fresh })
      return mustBe(question, 'points', countIn(found, '],['), segments * 4 * 0.95)
    }
    case 'extremes': {
      const query = `aggr_over_time(("min_over_time", "max_over_time"), ${one}[${days}d])`
      const found = await server.ask('/api/v1/query', { query, time, ...fresh })
      return mustBe(question, 'extremes', countIn(found, '"value"'), 2)
    }
  }
}

const acts: VictoriaActs = {
  async ingest({ devices, rounds, batchReadings }) {
    await started
    fleet ??= new Fleet(devices, Date.UTC(2026, 0, 15))
    const polls = fleet.polls(rounds)
    const batch = batchReadings / paramsPerMeter
    const startedAt = performance.now()
    let at = 0
    const sendAll = async (): Promise<void> => {
      while (at < polls.length) {
        const some = polls.slice(at, (at += batch))
        await server.send('/write?precision=ms', influxLines(some))
      }
    }
    const perSecond = (): number => (polls.length * paramsPerMeter * 1000) / (performance.now() - startedAt)
    await Promise.all(Array.from({ length: flushesAhead }, sendAll))
    const taken = perSecond()
    await server.flush()
    return { taken, found: perSecond() }
  },
  async load(past) {
    await started
    now = nowOf(past)
    let readings = 0
    const before = await server.bytes()
    for (const { deviceId, columns, polls } of pasts(past)) {
      for (const [place, { times, values }] of columns.entries()) {
        const column = askedColumns[place] ?? 0
        const today = {
          times: polls.map(({ readOn }) => readOn),
          values: polls.map((poll) => poll.values[column] ?? 0),
        }
        for (const part of [{ times, values }, today]) {
          for (const line of jsonLines(paramIdOf(deviceId, column), part)) await server.send('/api/v1/import', line)
          readings += part.times.length
        }
      }
    }
    return { readings, bytes: (await server.bytes()) - before }
  },
  ask: ({ times, ...question }) => timeAll(times, (turn) => answer(question, turn)),
  clear: () => server.stop(),
}
play(acts)
