import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { AlertWatch, Delivery } from '@busbar/cloud/alerts'
import { readSettings } from '@busbar/cloud/env'
import { type Database, type Poll, Recorder } from '@busbar/cloud/readings'
import { monotonicClock } from '@busbar/kit'
import { SMTPServer } from 'smtp-server'
import { errorLog } from '../readings/store.ts'
import { type Recipient, threshold } from './world.ts'

const bufferBytesMax = 1e8
const now = (): Date => new Date()

/** What records, judges and delivers, put together as the service does, and a mail server that takes it all. */
export class Mailing {
  readonly #db: Database
  readonly #recorder: Recorder
  readonly #watch: AlertWatch
  readonly #server: SMTPServer
  readonly #arrived = new Map<string, PromiseWithResolvers<number>>()
  #delivery: Delivery | null = null

  constructor(db: Database) {
    this.#db = db
    const common = { db, clock: monotonicClock, now, log: errorLog }
    const links = { statuses: () => new Map(), onConnection: () => () => {} }
    this.#watch = new AlertWatch({ ...common, links, oldestOn: () => this.#recorder.oldestOn })
    this.#recorder = new Recorder({ ...common, bufferBytesMax, within: this.#watch.within.bind(this.#watch) })
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        stream.resume()
        stream.on('end', () => {
          for (const { address } of envelope.rcptTo) this.#arrived.get(address)?.resolve(performance.now())
          done()
        })
      },
    })
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
    const { port } = this.#server.server.address() as AddressInfo
    const settings = readSettings({ smtp: `smtp://127.0.0.1:${port}`, 'smtp-from': 'busbar@example.org' }, {})
    this.#delivery = new Delivery({
      db: this.#db,
      clock: monotonicClock,
      now,
      key: new Uint8Array(32),
      settings,
      log: errorLog,
      publicUrl: () => 'http://127.0.0.1:8080',
      find: async (host) => host,
      write: () => Promise.reject(new Error('nothing is written here')),
      confirm: async () => 'inactive',
      guesses: { begin: () => ({ waitMs: 0, wasRight: () => {} }) },
    })
    await this.#recorder.start()
    await this.#watch.start()
    await this.#delivery.start()
  }

  async stop(): Promise<void> {
    await this.#recorder.stop()
    await this.#watch.stop()
    await this.#delivery?.stop()
    this.#server.close()
  }

  /** One reading after the other that triggers an alert; the answer is how long each took to become a mail, in milliseconds. */
  async send(recipients: readonly Recipient[], everyMs: number): Promise<number[]> {
    const times = recipients.map(async (recipient, turn) => {
      await wait(turn * everyMs)
      const arrived = Promise.withResolvers<number>()
      this.#arrived.set(recipient.address, arrived)
      const readAt = performance.now()
      this.#recorder.record(pollOf(recipient))
      return (await arrived.promise) - readAt
    })
    return Promise.all(times)
  }
}

const pollOf = ({ orgId, deviceId, paramId }: Recipient): Poll => ({
  orgId,
  deviceId,
  readOn: Date.now(),
  params: [{ id: paramId, valueType: 'f32' }],
  values: [threshold * 2],
  texts: null,
  errors: null,
})
