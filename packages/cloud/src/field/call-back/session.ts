import type { Sql } from '@busbar/database'
import type { Clock, Semaphore } from '@busbar/kit'
import { type ByteStream, Client, type Request, type ResponseTo } from '@busbar/modbus'
import { sourceOf } from '@busbar/modbus/net'
import type { ExchangeOptions, ExchangeResult } from '@busbar/polling'
import { type Announcement, codeAddress, refusalPdu, type SigningKey } from '@busbar/uplink/handshake'
import type { CallFacts } from '../link/net-link.ts'
import { codeFor } from './activation-codes.ts'
import { isSameKey, judge, keyIdOf } from './caller.rules.ts'
import { knownGateway, pinKey, recordSeen } from './gateways.sql.ts'
import { exchangeProofs, receiveAnnouncement } from './handshake.ts'
import { type MacChanges, moveGateway, networkOfKey, type RecordMove } from './move-gateway.ts'
import type { PendingGateway, PendingGateways } from './pending-gateways.ts'
import type { SharedSocket } from './socket-handover.ts'

/** Takes over the connections of gateways that were accepted. */
export interface CallBackField {
  /** False: the connection is not wanted, and stays with the caller. */
  accept(mac: string, stream: ByteStream, facts: CallFacts): boolean
  /** Remembered as the last error of the network with this MAC. */
  report(mac: string, error: string): void
}

/** Dependencies that all sessions share. */
export interface CallBackContext {
  sql: Sql
  /** Limits the queries that run at once. */
  database: Semaphore
  field: CallBackField
  key: SigningKey
  clock: Clock
  now: () => Date
  pending: PendingGateways
  /** Time for each answer of a gateway. */
  answerMs: number
  codeMs: number
  codesMax: number
  codesPerNetworkMax: number
  codesPerSourceMax: number
  /** Counts a call against the limits per minute; false: there were too many. */
  mayCall(source: string): boolean
  macChanges: MacChanges
  recordMove: RecordMove
  /**
   * Takes over a network for this node because its gateway connected here, if several nodes share networks. Returns
   * false if another node has a better claim.
   */
  take?: (netId: number, isProven: boolean) => Promise<boolean>
  onAccepted(): void
  onRefused(mac: string, why: string): void
  /** The first bytes were no announcement. */
  onInvalid(): void
  onError(error: unknown): void
}

/** The connection on which a gateway calls. */
export interface IncomingConnection {
  socket: SharedSocket
  from: string
  /** See `bindingBytes`. */
  binding: Uint8Array
  /** The announcement has arrived. */
  onAnnounced(): void
  /** The field has taken the connection over. */
  onAccepted(isProven: boolean): void
}

/** A connection of a gateway, from its announcement until the field takes it over or refuses it. */
export class CallBackSession implements PendingGateway {
  readonly source: string
  readonly #context: CallBackContext
  readonly #connection: IncomingConnection
  #announcement: Announcement | null = null
  #key: Uint8Array | null = null
  #client: Client | null = null
  #isOver = false
  #isSettling = false
  #isRecheckDue = false
  #isRefused = false
  #isCounted = false
  #cancelRenewal: () => void = () => {}

  constructor(context: CallBackContext, connection: IncomingConnection) {
    this.#context = context
    this.#connection = connection
    this.source = sourceOf(connection.from)
  }

  get mac(): string {
    return this.#announcement?.mac ?? ''
  }

  get caller(): string {
    return `${this.mac} ${this.#key === null ? '' : keyIdOf(this.#key)}`
  }

  get key(): Uint8Array | null {
    return this.#key
  }

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>> {
    const client = this.#client
    if (this.#isOver || client === null) return Promise.resolve({ err: 'no-connection' })
    return client.ask(unit, request, { timeoutMs: this.#context.answerMs, ...options })
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>> {
    const client = this.#client
    if (this.#isOver || client === null) return Promise.resolve({ err: 'no-connection' })
    return client.transact(unit, pdu, { timeoutMs: this.#context.answerMs, ...options })
  }

  /** Receives the announcement, exchanges proofs, and routes the gateway. */
  async run(): Promise<void> {
    const { socket, binding } = this.#connection
    const received = await receiveAnnouncement(socket)
    if (received === null) {
      this.#context.onInvalid()
      return this.leave()
    }
    this.#connection.onAnnounced()
    const { announcement, rest } = received
    this.#announcement = announcement
    const client = this.#openClient(socket.take(rest))
    const { key, answerMs: timeoutMs } = this.#context
    const proved = await exchangeProofs(client, {
      unit: announcement.unit,
      mac: announcement.mac,
      binding,
      key,
      timeoutMs,
    })
    if (this.#isOver) return
    if ('err' in proved) return this.#reject(proved.err)
    this.#key = proved.key
    this.recheck()
  }

  recheck(): void {
    this.#isRecheckDue = true
    if (!this.#isSettling && !this.#isRefused) void this.#settle()
  }

  leave(): void {
    this.#finish()
    this.#connection.socket.close()
  }

  /** Runs again if a recheck was asked for meanwhile. */
  async #settle(): Promise<void> {
    this.#isSettling = true
    try {
      while (this.#isRecheckDue && !this.#isOver && !this.#isRefused && this.#announcement !== null) {
        this.#isRecheckDue = false
        await this.#route(this.#announcement)
      }
    } catch (error) {
      this.#context.onError(error)
      this.leave()
    } finally {
      this.#isSettling = false
    }
  }

  /** To its network, or to the pending gateways with an activation code. */
  async #route(announcement: Announcement): Promise<void> {
    const { sql, database } = this.#context
    const { mac } = announcement
    const [known] = await database.run(() => knownGateway(sql, mac))
    const isBound = known !== undefined && known.netId !== null
    const key = this.#key
    const isOwn = key === null || (isBound && isSameKey(known.pinned, key))
    const [boundNet] = isOwn ? [] : await database.run(() => networkOfKey(sql, key))
    if (this.#isOver) return
    if (key !== null && boundNet !== undefined && boundNet.mac !== mac) return this.#move(boundNet, key)
    if (!isBound) return this.#wait(announcement)
    const verdict = judge(known.pinned, key, known.isKeylessAllowed)
    if (typeof verdict === 'object') return this.#refuse(verdict.refused)
    if (verdict === 'pin' && !(await this.#pin(mac))) return this.recheck()
    const isCodeCleared = announcement.isActivated && announcement.code === 0
    if (isCodeCleared || (await this.#writeCode(announcement, 0))) await this.#handOver(announcement, known.netId ?? 0)
  }

  /** The key is known under another MAC: the same gateway in another box or on another interface. */
  async #move(own: { mac: string; orgId: number; netId: number }, key: Uint8Array): Promise<void> {
    const { sql, database, macChanges, recordMove } = this.#context
    if (!macChanges.add(own.netId)) return this.#refuse('two boxes use one key', own.mac)
    const { orgId, netId, mac: before } = own
    const move = { orgId, netId, before, after: this.mac, from: this.#connection.from }
    if (await database.run(() => moveGateway(sql, move, key, recordMove))) return this.recheck()
    return this.#refuse(`it calls as ${this.mac}, which is another gateway`, own.mac)
  }

  async #wait(announcement: Announcement): Promise<void> {
    const { pending, clock, now } = this.#context
    if (!this.#isCounted && !this.#context.mayCall(this.source))
      return this.#refuse('too many connections from this address')
    this.#isCounted = true
    pending.add(this)
    const issued = await codeFor(this.#context, announcement, this.#key, this.#connection.from)
    if (this.#isOver) return
    if (issued === 'bound') return this.recheck()
    if ('refused' in issued) return this.#refuse(issued.refused)
    if (issued.code !== announcement.code && !(await this.#writeCode(announcement, issued.code))) return
    this.#cancelRenewal()
    this.#cancelRenewal = clock.after(issued.expiresOn.getTime() - now().getTime(), () => this.recheck())
  }

  async #handOver(announcement: Announcement, netId: number): Promise<void> {
    const { field, database, sql, now, pending, take } = this.#context
    const isTaken = take === undefined || (await database.run(() => take(netId, this.#key !== null)))
    if (this.#isOver) return
    const { socket, from } = this.#connection
    const { mac } = announcement
    const stream = socket.take()
    const keyId = this.#key === null ? null : keyIdOf(this.#key)
    const facts = { isProven: this.#key !== null, unit: announcement.unit, from, keyId }
    if (isTaken && field.accept(mac, stream, facts)) {
      this.#finish()
      this.#connection.onAccepted(this.#key !== null)
      this.#context.onAccepted()
      await database.run(() => recordSeen(sql, announcement, from, now()))
    } else if (this.#key === null) {
      await this.#refuse('a gateway without a key cannot replace a connection')
    } else {
      // Its network is disabled, or not known here yet: rechecked when that changes.
      this.#openClient(stream)
      pending.add(this)
    }
  }

  /** False when another key was pinned first. */
  async #pin(mac: string): Promise<boolean> {
    const { sql, database } = this.#context
    const key = this.#key
    return key !== null && (await database.run(() => pinKey(sql, mac, key))).length > 0
  }

  /** A gateway may refuse the write; false when it does not answer at all, and the session has ended. */
  async #writeCode(announcement: Announcement, code: number): Promise<boolean> {
    const words = [code >>> 16, code & 0xffff]
    const { answerMs: timeoutMs } = this.#context
    const request = { fn: 16, address: codeAddress, words } as const
    const outcome = await this.#client?.ask(announcement.unit, request, { timeoutMs })
    if (outcome === undefined || this.#isOver) return false
    if ('err' in outcome && linkFailures.has(outcome.err)) {
      this.leave()
      return false
    }
    // A gateway without a key may not have these registers; one with a key has them.
    if ('err' in outcome && this.#key !== null && code === 0) {
      await this.#refuse('it refused its activation: press its button, or request a new code from it')
      return false
    }
    announcement.code = code
    announcement.isActivated = code === 0
    announcement.isNewCodeWanted = false
    return true
  }

  #openClient(stream: ByteStream): Client {
    const before = this.#client
    const client = new Client(stream, {
      envelope: 'tcp',
      clock: this.#context.clock,
      onClose: () => this.#client === client && this.#finish(),
    })
    this.#client = client
    before?.close()
    return client
  }

  #reject(why: string): void {
    this.#context.onRefused(this.mac, why)
    this.leave()
  }

  /** Refuses the connection. A gateway with a key receives the reason. `mac` is the network's MAC if that differs. */
  async #refuse(why: string, mac = this.mac): Promise<void> {
    this.#isRefused = true
    this.#context.onRefused(mac, why)
    this.#context.pending.delete(this)
    const { unit } = this.#announcement ?? { unit: 0 }
    if (this.#key !== null) await this.#client?.transact(unit, refusalPdu(why), { timeoutMs: lastWordMs })
    this.leave()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelRenewal()
    this.#context.pending.delete(this)
    this.#client?.close()
  }
}

const lastWordMs = 2000
const linkFailures: ReadonlySet<string> = new Set(['timeout', 'closed', 'malformed'])
