import { isIP } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { type ByteStream, encodeRequest, LateAnswers } from '@busbar/modbus'
import type { DialOptions } from '@busbar/modbus/net'
import type { Lifecycle } from '../../base/lifecycle.ts'
import type { BusAnswer, BusRequest } from '../../bus/request.ts'
import { backOffMs } from '../back-off.rules.ts'
import { isAtHome, type Path, type PathName } from '../paths.rules.ts'
import { ethernetAlone, overPaths, type PathSource, resolveOn } from '../paths.ts'
import { RemoteLink } from './remote-link.ts'
import { RemoteQueue } from './remote-queue.ts'
import { type RemoteState, type RemoteStatus, statusOf } from './remote-status.ts'
import { isInUse, isRaw, type RemoteRow } from './settings.ts'

/** Dependencies that the servers of all rows share. */
export interface RemoteParts {
  readonly dial: (options: DialOptions) => Promise<ByteStream>
  /** True if this gateway itself listens there. A request would loop for ever. */
  readonly isOwn: (ip: string, port: number) => boolean
  /** Why the program does not lead there, though the settings do; they may be older. */
  readonly hostProblem: (host: string) => string | null
  /** The address of a name. */
  readonly lookup: (name: string) => Promise<string>
  /** Paths to use; the system's choice without it. */
  readonly paths?: PathSource
  readonly clock: Clock
  readonly newBytes: (count: number) => Uint8Array
  readonly log: Pick<Log, 'warn' | 'info'>
}

const connectTimeoutMs = 10_000
/** Shortest interval between connection attempts that requests cause. */
const dialAgainMs = 1000

/** Fields whose change requires a new connection; others apply from the next request on. */
const dialledBy = ['ip', 'connPort', 'connMode', 'protocol', 'gateUid', 'password'] as const

/** A row: connects to its server and reconnects whenever the connection ends. */
export class RemoteServer implements Lifecycle<RemoteRow, RemoteStatus> {
  readonly #parts: RemoteParts
  readonly #queue: RemoteQueue
  readonly #lateAnswers = new LateAnswers()
  #row: RemoteRow
  #isStarted = false
  #state: RemoteState = { name: 'waiting', untilMs: null }
  #failures = 0
  #dialledAtMs = Number.NEGATIVE_INFINITY
  #cancel: () => void = () => {}
  #unsubscribe: () => void = () => {}

  constructor(row: RemoteRow, parts: RemoteParts) {
    this.#row = row
    this.#parts = parts
    this.#queue = new RemoteQueue({
      clock: parts.clock,
      answerTimeoutMs: () => this.#row.delayForRcvMs,
      onDead: () => this.#redial(),
    })
  }

  async start(): Promise<void> {
    this.#isStarted = true
    // A server for GSM only waits until GSM is available.
    this.#unsubscribe = this.#paths.onChange(() => {
      if (this.#state.name === 'waiting' && this.#state.untilMs === null) this.#begin()
    })
    this.#begin()
  }

  async apply(row: RemoteRow): Promise<void> {
    const before = this.#row
    this.#row = row
    const isWaitChanged = this.#state.name === 'waiting' && row.delayForConnSec !== before.delayForConnSec
    if (isWaitChanged || dialledBy.some((key) => row[key] !== before[key])) this.#begin()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.#unsubscribe()
    this.#leave()
  }

  /** `unit` is the unit ID at the remote server. A request does not wait for the next scheduled attempt. */
  transact(request: BusRequest): Promise<BusAnswer> {
    const isDue = this.#parts.clock.now() - this.#dialledAtMs >= dialAgainMs
    if (this.#state.name === 'waiting' && this.#state.untilMs !== null && isDue) {
      this.#cancel()
      void this.#dial()
    }
    return this.#queue.transact(request)
  }

  status(): RemoteStatus {
    return statusOf(this.#state, this.#row, this.#parts.clock.now())
  }

  #begin(): void {
    this.#leave()
    this.#failures = 0
    const { connMode } = this.#row
    if (this.#isStarted && isInUse(this.#row) && this.#paths.of(connMode).length > 0) void this.#dial()
  }

  get #paths(): PathSource {
    return this.#parts.paths ?? ethernetAlone
  }

  /** Ends the current activity without reconnecting. */
  #leave(): void {
    this.#state = { name: 'waiting', untilMs: null }
    this.#queue.close()
    this.#cancel()
    this.#cancel = () => {}
  }

  /** The system may believe in the old connection for a quarter of an hour. */
  #redial(): void {
    const { ip: host, connPort: port } = this.#row
    this.#parts.log.warn({ host, port }, 'remote server stopped responding; reconnecting')
    this.#leave()
    void this.#dial()
  }

  async #dial(): Promise<void> {
    const { clock, log } = this.#parts
    const { ip: host, connPort: port, connMode } = this.#row
    const controller = new AbortController()
    const state: RemoteState = { name: 'connecting' }
    this.#state = state
    this.#dialledAtMs = clock.now()
    this.#queue.expect()
    this.#cancel = () => controller.abort(new Error('cancelled'))
    try {
      const { signal } = controller
      const { done: stream, by } = await overPaths(
        this.#paths.of(connMode),
        (path) => this.#reach(path, signal),
        signal,
      )
      if (this.#state !== state) return void stream.destroy()
      await this.#logIn(stream, state, by)
    } catch (error) {
      if (this.#state !== state) return
      log.warn({ err: error, host, port }, 'remote server cannot be reached')
      this.#queue.close()
      this.#dialLater()
    }
  }

  async #reach(path: Path, signal: AbortSignal): Promise<ByteStream> {
    const { dial, isOwn } = this.#parts
    const { ip, connPort: port } = this.#row
    const host = await this.#addressOf(ip, path)
    signal.throwIfAborted()
    if (isOwn(host, port)) throw new Error('that is this gateway itself')
    const { localAddress } = path
    const isBound = localAddress !== undefined && !isAtHome(host)
    return dial({ host, port, connectTimeoutMs, signal, ...(isBound && { localAddress }) })
  }

  async #addressOf(host: string, path: Path): Promise<string> {
    const { hostProblem, lookup } = this.#parts
    const problem = hostProblem(host)
    if (problem !== null) throw new Error(problem)
    if (isIP(host) !== 0) return host
    return path.dnsServers === undefined ? lookup(host) : ((await resolveOn(path, host))[0] ?? '')
  }

  /** It is connected when it has had the password. */
  async #logIn(stream: ByteStream, connecting: RemoteState, by: PathName): Promise<void> {
    const { clock, log } = this.#parts
    const row = this.#row
    const envelope = isRaw(row) ? 'rtu' : 'tcp'
    const link = new RemoteLink({
      stream,
      envelope,
      clock,
      lateAnswers: this.#lateAnswers,
      line: `${row.ip} ${row.connPort}`,
      onClose: (why) => this.#ended(link, why),
    })
    this.#cancel = () => link.close()
    await this.#enter(link, row)
    if (this.#state !== connecting) return
    if (link.isClosed) throw new Error('it hung up')
    this.#state = { name: 'connected', link, by }
    this.#queue.open(link)
    log.info({ host: row.ip, port: row.connPort, by }, 'remote server connected')
  }

  /** A server that refuses the password may still answer requests that need none. */
  async #enter(link: RemoteLink, { ip: host, gateUid, password, delayForRcvMs }: RemoteRow): Promise<void> {
    if (gateUid === null || password === '') return
    const answer = await link.ask(gateUid, passwordPdu(password), delayForRcvMs)
    const exception = 'ok' in answer && answer.ok.length === 2 ? answer.ok[1] : undefined
    if ('ok' in answer && exception === undefined) return
    const why = 'err' in answer ? answer.err : `exception ${exception}`
    this.#parts.log.warn({ host, unit: gateUid, why }, 'remote server refused the password')
  }

  #ended(link: RemoteLink, why: string): void {
    if (this.#state.name !== 'connected' || this.#state.link !== link) return
    if (link.wasGood) this.#failures = 0
    const { ip: host, connPort: port } = this.#row
    this.#parts.log.info({ host, port, why }, 'remote server connection closed')
    this.#queue.close()
    this.#dialLater()
  }

  #dialLater(): void {
    const { clock, newBytes } = this.#parts
    const [high = 0, low = 0] = newBytes(2)
    const waitMs = backOffMs(this.#row.delayForConnSec, this.#failures, (high * 256 + low) / 65_536)
    this.#failures += 1
    this.#state = { name: 'waiting', untilMs: clock.now() + waitMs }
    this.#cancel = clock.after(waitMs, () => void this.#dial())
  }
}

const passwordAt = 100

/** Registers 100-119 take a password, one character each, and a zero behind it. */
const passwordPdu = (password: string): Uint8Array => {
  const words = [...Array.from(password, (character) => character.charCodeAt(0)), 0]
  return encodeRequest({ fn: 16, address: passwordAt, words })
}
