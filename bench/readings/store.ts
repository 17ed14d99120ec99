import { type Database, migrate, openDatabase } from '@busbar/database'
import { monotonicClock } from '@busbar/kit'
import { type Poll, Recorder, type RecorderOptions } from '@busbar/readings'
import { orgId } from './fleet.ts'
import { paramsPerMeter } from './meter.ts'

/** An embedded database with our schema, and with so many devices in one organization. It syncs as it always does. */
export const openStore = async (folder: string, devices: number): Promise<Database> => {
  const db = await openDatabase({ dataFolder: folder })
  await migrate(db.sql)
  await db.tx(async (tx) => {
    await tx`insert into org (id, name) values (${orgId}, 'Bench')`
    await tx`insert into net (org_id, id, name, slug, created_on) values (${orgId}, 1, 'Net', 'net', now())`
    await tx`
      insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
      select ${orgId}, i, 1, 'Meter ' || i, 'meter-' || i, 1, now() from generate_series(1, ${devices}::bigint) i`
    await tx`
      insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
      select ${orgId}, (d - 1) * ${paramsPerMeter} + p, d, '{"en": "Parameter"}', 'p-' || p, 2 * p, 'input', 'f32'
      from generate_series(1, ${devices}::bigint) d, generate_series(1, ${paramsPerMeter}::bigint) p`
  })
  return db
}

const bufferBytesMax = 1_000_000_000
const dayMs = 86_400_000
/** Reports unexpected errors. */
export const errorLog = { info: () => {}, error: (details: object, message: string) => console.error(message, details) }

/** Flushes that are handed over before the first of them is committed, as of devices that go on being read meanwhile. */
export const flushesAhead = 2

/** A recorder that is given one flush after the other. */
export class FedRecorder {
  readonly #recorder: Recorder
  readonly #pollsPerFlush: number
  #polls: readonly Poll[] = []
  #at = 0
  #recorded = 0
  #done: () => void = () => {}

  /** It is given polls of the day after `nowMs`, and believes their times. `inRecordingTx` joins its transactions. */
  constructor(db: Database, flushReadings: number, nowMs: number, inRecordingTx?: RecorderOptions['inRecordingTx']) {
    const now = (): Date => new Date(nowMs + dayMs)
    const options = { db, clock: monotonicClock, now, log: errorLog, bufferBytesMax, flushReadings }
    this.#recorder = new Recorder(inRecordingTx === undefined ? options : { ...options, inRecordingTx })
    this.#pollsPerFlush = flushReadings / paramsPerMeter
  }

  async start(): Promise<void> {
    await this.#recorder.start()
    this.#recorder.onRecorded(({ length }) => {
      this.#recorded += length
      this.#feed()
    })
  }

  onRecorded(listener: Parameters<Recorder['onRecorded']>[0]): void {
    this.#recorder.onRecorded(listener)
  }

  stop(): Promise<void> {
    return this.#recorder.stop()
  }

  /** When the oldest poll was read that is not known to be recorded; null: there is none. */
  get oldestOn(): number | null {
    return this.#recorder.oldestOn
  }

  /** Hands over as many polls as make some flushes, and the next ones when those are committed, until all are. */
  record(polls: readonly Poll[]): Promise<void> {
    this.#polls = polls
    this.#at = 0
    this.#recorded = 0
    return new Promise((resolve) => {
      this.#done = resolve
      this.#feed()
    })
  }

  #feed(): void {
    if (this.#recorded === this.#polls.length) return this.#done()
    while (this.#at < this.#polls.length && this.#at < this.#recorded + flushesAhead * this.#pollsPerFlush) {
      const some = this.#polls.slice(this.#at, this.#at + this.#pollsPerFlush)
      this.#at += some.length
      for (const poll of some) this.#recorder.record(poll)
    }
  }
}
