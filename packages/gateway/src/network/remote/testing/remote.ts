import { EventEmitter } from 'node:events'
import type { TestContext } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { type ByteStream, encodeResponse, envelopes, type Frame } from '@busbar/modbus'
import { type DialOptions, dialStream } from '@busbar/modbus/net'
import type { BusAnswer, BusRequest } from '../../../bus/request.ts'
import type { PathSource } from '../../paths.ts'
import { RemoteServers } from '../remote-servers.ts'
import type { RemoteRow } from '../settings.ts'

export const unused: RemoteRow = {
  ip: '',
  connPort: 502,
  delayForRcvMs: 1000,
  delayForConnSec: 10,
  connMode: null,
  gateUid: null,
  uidRange: '',
  password: '',
  protocol: 2,
  virtualUids: false,
}

/** Reads one holding register. */
export const read = (unit: number, address: number, by = 'tcp 1'): BusRequest => ({
  by,
  unit,
  pdu: Uint8Array.of(3, address >> 8, address & 0xff, 0, 1),
})

interface RemoteSetup {
  clock?: VirtualClock
  dial?: (options: DialOptions) => Promise<ByteStream>
  isOwn?: (ip: string) => boolean
  lookup?: (name: string) => Promise<string>
  paths?: PathSource
}

/** Remote servers on a virtual clock. Whatever address a row has, this machine is dialled. */
export const setUpRemote = async (t: TestContext, rows: readonly Partial<RemoteRow>[], more: RemoteSetup = {}) => {
  const { clock = new VirtualClock() } = more
  const logLines: string[] = []
  const tell = (_details: object, message: string): void => void logLines.push(message)
  const dials: string[] = []
  const settings = rows.map((row) => ({ ...unused, ip: '192.0.2.1', connMode: 1, uidRange: '1-247', ...row }))
  const dial = (options: DialOptions): Promise<ByteStream> => {
    dials.push(`${options.host}:${options.port}`)
    return more.dial?.(options) ?? dialStream({ ...options, host: '127.0.0.1' })
  }
  const servers = new RemoteServers({
    settings,
    dial,
    isOwn: more.isOwn ?? (() => false),
    hostProblem: () => null,
    lookup: more.lookup ?? (() => Promise.reject(new Error('no such name'))),
    ...(more.paths && { paths: more.paths }),
    clock,
    // The longest wait of each step.
    newBytes: (count) => new Uint8Array(count).fill(255),
    log: { warn: tell, info: tell },
  })
  await servers.start()
  t.after(() => servers.stop())
  const stateIs = (state: string, row = 0): Promise<void> => until(() => servers.status()[row]?.state === state)
  const ask = async (request: BusRequest): Promise<BusAnswer> => (await servers.transact(request)) ?? { err: 'dropped' }
  return { servers, settings, clock, logLines, dials, stateIs, ask }
}

/** A server at the other end of an instant stream: each register stores its own address. It answers on command. */
export class MirrorServer extends EventEmitter implements ByteStream {
  readonly heard: Frame[] = []
  readonly #envelope: 'tcp' | 'rtu'
  readonly #clock: VirtualClock
  readonly #delayMs: (frame: Frame) => number | null
  readonly #parser

  constructor(envelope: 'tcp' | 'rtu', clock: VirtualClock, delayMs: (frame: Frame) => number | null) {
    super()
    this.#envelope = envelope
    this.#clock = clock
    this.#delayMs = delayMs
    this.#parser = envelopes[envelope].parser('ask', { onFrame: (frame) => this.#answer(frame), onBroken: () => {} })
  }

  write(bytes: Uint8Array): boolean {
    this.#parser.push(bytes)
    return true
  }

  destroy(): void {
    this.emit('close')
  }

  #answer(frame: Frame): void {
    const { transaction, unit } = frame
    const pdu = new Uint8Array(frame.pdu)
    this.heard.push({ transaction, unit, pdu })
    const delayMs = this.#delayMs(frame)
    const answer = pdu[0] === 16 ? pdu.slice(0, 5) : ownAddresses(pdu)
    const bytes = envelopes[this.#envelope].encode({ transaction, unit, pdu: answer })
    if (delayMs !== null) this.#clock.after(delayMs, () => this.emit('data', bytes))
  }
}

const ownAddresses = (pdu: Uint8Array): Uint8Array => {
  const view = new DataView(pdu.buffer, pdu.byteOffset)
  const words = Array.from({ length: view.getUint16(3) }, (_, at) => view.getUint16(1) + at)
  return encodeResponse({ fn: 3, words })
}
