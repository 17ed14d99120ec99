import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { type ByteStream, type Client } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import type { Variant } from '../base/variant.ts'
import type { LineSettings } from '../bus/request.ts'
import { startGateway } from '../start/app.ts'
import { readEnv } from '../start/env.ts'
import type { HostParts } from '../start/host.ts'
import { type ApiClient, enter } from './api-client.ts'
import { testFolder } from './folder.ts'

/** A serial port without units: what is sent there is recorded, and answered if the test wants it. */
class QuietPort extends EventEmitter implements ByteStream {
  readonly #onWrite: (text: string) => void

  constructor(onWrite: (text: string) => void) {
    super()
    this.#onWrite = onWrite
  }

  write(bytes: Uint8Array): boolean {
    this.#onWrite(Buffer.from(bytes).toString('hex'))
    return true
  }

  destroy(): void {
    this.emit('close')
  }
}

/** The whole program on a quiet port, with a virtual clock for all but its sockets, and its administrator. */
export interface TestProgram {
  readonly clock: VirtualClock
  readonly url: string
  /** Lines for which the port was opened. */
  readonly opened: readonly LineSettings[]
  /** Traffic on the line, in hex, with its time. */
  readonly wire: readonly { readonly atMs: number; readonly text: string }[]
  /** An answer in hex to whatever is said from now on. */
  answerWith(text: string): void
  /** Writes settings, which count when it is back: as after a reboot. */
  set(settings: object): Promise<void>
  /** The administrator, after the last reboot. */
  admin(): ApiClient
  enter(password: string): Promise<ApiClient>
  pressButton(): void
  /** A Modbus TCP client. */
  reach(): Promise<Client>
  readonly modbusPort: number
  /** Lets the virtual time pass until that is so. */
  until<T>(done: Promise<T>): Promise<T>
  /** A raw request in hex; its answer, and how long it took by the virtual clock. */
  ask(request: string): Promise<{ answer: string; tookMs: number }>
}

interface Response {
  readonly respData: string
  readonly status: 'DONE' | 'BUSY'
}

const stepMs = 10
const patienceMs = 120_000

/** Starts it for one test; `--callback-tls off`, since the test servers do not speak it. */
export const startProgram = async (
  t: TestContext,
  parts: Pick<
    HostParts,
    | 'ntpPort'
    | 'dial'
    | 'openUdp'
    | 'sysRoot'
    | 'modemPort'
    | 'providersFile'
    | 'netHelper'
    | 'interfaceAddresses'
    | 'readLease'
  > = {},
  options: {
    readonly card?: string
    readonly variant?: Variant
    readonly helper?: string
    readonly 'release-keys'?: string
    readonly box?: string
    readonly http?: string
    readonly 'http-on-gsm'?: string
  } = {},
): Promise<TestProgram> => {
  const clock = new VirtualClock(1000)
  const opened: LineSettings[] = []
  const wire: { atMs: number; text: string }[] = []
  let reply: string | undefined
  const openPort = async (line: LineSettings): Promise<ByteStream> => {
    opened.push(line)
    const port: QuietPort = new QuietPort((text) => {
      wire.push({ atMs: clock.now(), text })
      const replyHex = reply
      if (replyHex !== undefined) clock.after(0, () => port.emit('data', Buffer.from(replyHex, 'hex')))
    })
    return port
  }
  const listen = { http: '127.0.0.1:0', modbus: '127.0.0.1:0', 'callback-tls': 'off', modem: 'none' }
  const env = readEnv({ data: testFolder(t), ...listen, ...options }, {})
  const now = (): Date => new Date(Date.UTC(2026, 10, 15, 22) + clock.now())
  const gateway = await startGateway(env, createLog('silent'), { ...parts, clock, openPort, now })
  t.after(() => gateway.stop())
  let password = gateway.firstPassword ?? assert.fail('no password')
  let admin = await enter(gateway.url, 'admin', password)
  const modbusPort = (): number => Number(gateway.modbusTcp?.split(':')[1])
  return {
    clock,
    opened,
    wire,
    get url() {
      return gateway.url
    },
    get modbusPort() {
      return modbusPort()
    },
    answerWith: (text) => void (reply = text),
    async set(settings) {
      await admin.post('settings/saved/set/', settings)
      const { protect } = settings as { protect?: { passwordAdmin?: string } }
      password = protect?.passwordAdmin ?? password
      await gateway.reboot()
      admin = await enter(gateway.url, 'admin', password)
    },
    admin: () => admin,
    enter: (adminPassword) => enter(gateway.url, 'admin', adminPassword),
    pressButton: () => gateway.pressButton(),
    async reach() {
      const client = await dial({ host: '127.0.0.1', port: modbusPort(), envelope: 'tcp', timeoutMs: 60_000 })
      t.after(() => client.close())
      return client
    },
    async until(done) {
      const waiting = new Set([done])
      const end = (): void => void waiting.delete(done)
      done.then(end, end)
      while (waiting.size > 0) {
        await setImmediate()
        await clock.advanceAsync(stepMs)
      }
      return done
    },
    async ask(request) {
      const { tid } = (await admin.post('modbus/req/', { reqData: request })) as { tid: number }
      const beganMs = clock.now()
      const poll = async () => (await admin.get(`modbus/resp/?tid=${tid}`)) as Response
      let response = await poll()
      while (response.status === 'BUSY') {
        assert.ok(clock.now() - beganMs < patienceMs, 'no answer at all')
        await clock.advanceAsync(stepMs)
        response = await poll()
      }
      return { answer: response.respData, tookMs: clock.now() - beganMs }
    },
  }
}
