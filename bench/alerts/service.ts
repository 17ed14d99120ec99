import { AlertWatch } from '@busbar/alerts'
import { readSettings } from '@busbar/cloud/env'
import type { Database } from '@busbar/database'
import { monotonicClock } from '@busbar/kit'
import { Delivery } from '@busbar/messaging'
import { Push } from '@busbar/messaging/channels'
import { type Poll, Recorder } from '@busbar/readings'
import { errorLog } from '../readings/store.ts'
import { type AlertedParam, threshold } from './world.ts'

const bufferBytesMax = 1e8
const now = (): Date => new Date()

export interface Ports {
  smtpPort: number
  httpPort: number
}

/** Recording, evaluation and delivery, connected as in the service. */
export class Service {
  readonly #recorder: Recorder
  readonly #watch: AlertWatch
  readonly #delivery: Delivery

  constructor(db: Database, { smtpPort, httpPort }: Ports) {
    const common = { db, clock: monotonicClock, now, log: errorLog }
    const links = { statuses: () => new Map(), onConnection: () => () => {} }
    this.#watch = new AlertWatch({ ...common, links, oldestOn: () => this.#recorder.oldestOn })
    this.#recorder = new Recorder({
      ...common,
      bufferBytesMax,
      inRecordingTx: this.#watch.inRecordingTx.bind(this.#watch),
    })
    const provider = (path: string): string =>
      JSON.stringify({ url: `http://127.0.0.1:${httpPort}/${path}`, body: { id: '{id}', to: '{to}', text: '{text}' } })
    const settings = readSettings(
      {
        smtp: `smtp://127.0.0.1:${smtpPort}`,
        'smtp-from': 'busbar@example.org',
        'sms-http': provider('sms'),
        'voice-http': provider('voice-call'),
      },
      {},
    )
    const outward = {
      key: new Uint8Array(32),
      publicUrl: () => 'http://127.0.0.1:8080',
      find: async (host: string) => host,
    }
    this.#delivery = new Delivery({
      ...common,
      ...outward,
      settings,
      push: new Push({ ...common, ...outward, sql: db.sql }),
      write: () => Promise.reject(new Error('nothing is written here')),
      confirm: async () => 'inactive',
      guesses: { begin: () => ({ waitMs: 0, wasRight: () => {} }) },
    })
  }

  async start(): Promise<void> {
    await this.#recorder.start()
    await this.#watch.start()
    await this.#delivery.start()
  }

  async stop(): Promise<void> {
    await this.#recorder.stop()
    await this.#watch.stop()
    await this.#delivery.stop()
  }

  /** A reading that triggers the recipient's alert, or ends it. */
  record({ orgId, deviceId, paramId }: AlertedParam, isHigh: boolean): void {
    const poll: Poll = {
      orgId,
      deviceId,
      readOn: Date.now(),
      params: [{ id: paramId, valueType: 'f32' }],
      values: [isHigh ? threshold * 2 : 0],
      texts: null,
      errors: null,
    }
    this.#recorder.record(poll)
  }
}
