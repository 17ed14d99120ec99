import { type Announcement, codeAddress, refusalPdu, type SigningKey } from '@busbar/call-back'
import type { Clock } from '@busbar/kit'
import { type ByteStream, Client, type Request, type ResponseTo } from '@busbar/modbus'
import { sourceOf } from '@busbar/modbus/net'
import type { Sql } from '../../db/sql.ts'
import type { ExchangeOptions, Outcome } from '../exchange.ts'
import type { CallFacts } from '../net-link.ts'
import { isSameKey, judge, keyIdOf } from './caller.rules.ts'
import { knownGateway, noteSeen, pinKey } from './callers.sql.ts'
import { codeFor } from './code-for.ts'
import type { Gate } from './gate.ts'
import { hearAnnouncement } from './hear-announcement.ts'
import type { Line } from './line.ts'
import type { MacChanges } from './mac-changes.ts'
import { boundByKey, moveGateway, type RecordMove } from './move-gateway.ts'
import { prove } from './proving.ts'
import type { Guest, WaitingRoom } from './waiting-room.ts'

/** Where callers go that were let in. */
export interface CallBackField {
  /** False: it is not wanted, and the stream stays here. */
  accept(mac: string, stream: ByteStream, facts: CallFacts): boolean
  /** Remembered as the last error of the network with this MAC. */
  report(mac: string, error: string): void
}

/** What a visit may use. */
export interface House {
  sql: Sql
  /** Before the database. */
  gate: Gate
  field: CallBackField
  key: SigningKey
  clock: Clock
  now: () => Date
  room: WaitingRoom
  /** How long a caller may take to answer. */
  answerMs: number
  codeMs: number
  codesMax: number
  codesPerNetworkMax: number
  codesPerSourceMax: number
  /** Takes one of the calls that a source has in a minute; false: there is none left. */
  mayWait(source: string): boolean
  macChanges: MacChanges
  recordMove: RecordMove
  onAccepted(): void
  onRefused(mac: string, why: string): void
  /** It said something else than an announcement. */
  onNonsense(): void
  onError(error: unknown): void
}

/** How a caller came. */
export interface Arrival {
  line: Line
  from: string
  /** See `bindingBytes`. */
  binding: Uint8Array
  /** It has said who it is. */
  onAnnounced(): void
  /** The field has it, by a key that is known or without one. */
  onAccepted(isProven: boolean): void
}

/** One connection of a gateway that called, until the field has it. */
export class Visit implements Guest {
  readonly source: string
  readonly #house: House
  readonly #arrival: Arrival
  #announcement: Announcement | null = null
  #key: Uint8Array | null = null
  #client: Client | null = null
  #isOver = false
  #isSettling = false
  #isLookDue = false
  #isRefused = false
  #isCounted = false
  #callOffRenewal: () => void = () => {}

  constructor(house: House, arrival: Arrival) {
    this.#house = house
    this.#arrival = arrival
    this.source = sourceOf(arrival.from)
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

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<Outcome<ResponseTo<R>>> {
    const client = this.#client
    if (this.#isOver || client === null) return Promise.resolve({ err: 'no-connection' })
    return client.ask(unit, request, { timeoutMs: this.#house.answerMs, ...options })
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<Outcome<Uint8Array>> {
    const client = this.#client
    if (this.#isOver || client === null) return Promise.resolve({ err: 'no-connection' })
    return client.transact(unit, pdu, { timeoutMs: this.#house.answerMs, ...options })
  }

  /** It says who it is, proves it if it can, and is led to where it belongs. */
  async run(): Promise<void> {
    const { line, binding } = this.#arrival
    const heard = await hearAnnouncement(line)
    if (heard === null) {
      this.#house.onNonsense()
      return this.leave()
    }
    this.#arrival.onAnnounced()
    const { announcement, rest } = heard
    this.#announcement = announcement
    const client = this.#sit(line.take(rest))
    const { key, answerMs: timeoutMs } = this.#house
    const proved = await prove(client, { unit: announcement.unit, mac: announcement.mac, binding, key, timeoutMs })
    if (this.#isOver) return
    if ('err' in proved) return this.#sendAway(proved.err)
    this.#key = proved.key
    this.look()
  }

  look(): void {
    this.#isLookDue = true
    if (!this.#isSettling && !this.#isRefused) void this.#settle()
  }

  leave(): void {
    this.#end()
    this.#arrival.line.close()
  }

  /** Once more for every look that was asked for meanwhile. */
  async #settle(): Promise<void> {
    this.#isSettling = true
    try {
      while (this.#isLookDue && !this.#isOver && !this.#isRefused && this.#announcement !== null) {
        this.#isLookDue = false
        await this.#lead(this.#announcement)
      }
    } catch (error) {
      this.#house.onError(error)
      this.leave()
    } finally {
      this.#isSettling = false
    }
  }

  /** To its network, or into the waiting room with a code. */
  async #lead(announcement: Announcement): Promise<void> {
    const { sql, gate } = this.#house
    const { mac } = announcement
    const [known] = await gate.pass(() => knownGateway(sql, mac))
    const isBound = known !== undefined && known.netId !== null
    const key = this.#key
    const isOwn = key === null || (isBound && isSameKey(known.pinned, key))
    const [elsewhere] = isOwn ? [] : await gate.pass(() => boundByKey(sql, key))
    if (this.#isOver) return
    if (key !== null && elsewhere !== undefined && elsewhere.mac !== mac) return this.#move(elsewhere, key)
    if (!isBound) return this.#wait(announcement)
    const verdict = judge(known.pinned, key, known.isKeylessAllowed)
    if (typeof verdict === 'object') return this.#refuse(verdict.refused)
    if (verdict === 'pin' && !(await this.#pin(mac))) return this.look()
    const isTold = announcement.isActivated && announcement.code === 0
    if (isTold || (await this.#writeCode(announcement, 0))) await this.#handOver(announcement)
  }

  /** The key is a gateway's that had another MAC: it is that gateway, in another box or with another interface. */
  async #move(own: { mac: string; orgId: number; netId: number }, key: Uint8Array): Promise<void> {
    const { sql, gate, macChanges, recordMove } = this.#house
    if (!macChanges.add(own.netId)) return this.#refuse('two boxes use one key', own.mac)
    const { orgId, netId, mac: before } = own
    const move = { orgId, netId, before, after: this.mac, from: this.#arrival.from }
    if (await gate.pass(() => moveGateway(sql, move, key, recordMove))) return this.look()
    return this.#refuse(`it calls as ${this.mac}, which is another gateway`, own.mac)
  }

  async #wait(announcement: Announcement): Promise<void> {
    const { room, clock, now } = this.#house
    if (!this.#isCounted && !this.#house.mayWait(this.source))
      return this.#refuse('too many calls come from this address')
    this.#isCounted = true
    room.enter(this)
    const given = await codeFor(this.#house, announcement, this.#key, this.#arrival.from)
    if (this.#isOver) return
    if (given === 'bound') return this.look()
    if ('refused' in given) return this.#refuse(given.refused)
    if (given.code !== announcement.code && !(await this.#writeCode(announcement, given.code))) return
    this.#callOffRenewal()
    this.#callOffRenewal = clock.after(given.expiresOn.getTime() - now().getTime(), () => this.look())
  }

  async #handOver(announcement: Announcement): Promise<void> {
    const { field, gate, sql, now, room } = this.#house
    const { line, from } = this.#arrival
    const { mac } = announcement
    const stream = line.take()
    const facts = { isProven: this.#key !== null, from, keyId: this.#key === null ? null : keyIdOf(this.#key) }
    if (field.accept(mac, stream, facts)) {
      this.#end()
      this.#arrival.onAccepted(this.#key !== null)
      this.#house.onAccepted()
      await gate.pass(() => noteSeen(sql, announcement, from, now()))
    } else if (this.#key === null) {
      await this.#refuse('a caller without a key cannot take the place of a connection')
    } else {
      // Its network is disabled, or not known here yet: it is looked at again when that changes.
      this.#sit(stream)
      room.enter(this)
    }
  }

  /** False when another key was first. */
  async #pin(mac: string): Promise<boolean> {
    const { sql, gate } = this.#house
    const key = this.#key
    return key !== null && (await gate.pass(() => pinKey(sql, mac, key))).length > 0
  }

  /** A gateway may refuse to be written to; one that says nothing at all is gone, and gives false. */
  async #writeCode(announcement: Announcement, code: number): Promise<boolean> {
    const words = [code >>> 16, code & 0xffff]
    const { answerMs: timeoutMs } = this.#house
    const request = { fn: 16, address: codeAddress, words } as const
    const outcome = await this.#client?.ask(announcement.unit, request, { timeoutMs })
    if (outcome === undefined || this.#isOver) return false
    if ('err' in outcome && linkFailures.has(outcome.err)) {
      this.leave()
      return false
    }
    // One without a key may not know these registers; ours knows them, and would answer nothing else either.
    if ('err' in outcome && this.#key !== null && code === 0) {
      await this.#refuse('it did not let itself be activated: press its button, or ask it for a new code')
      return false
    }
    announcement.code = code
    announcement.isActivated = code === 0
    announcement.isNewCodeWanted = false
    return true
  }

  #sit(stream: ByteStream): Client {
    const before = this.#client
    const client = new Client(stream, {
      envelope: 'tcp',
      clock: this.#house.clock,
      onClose: () => this.#client === client && this.#end(),
    })
    this.#client = client
    before?.close()
    return client
  }

  #sendAway(why: string): void {
    this.#house.onRefused(this.mac, why)
    this.leave()
  }

  /** One that has a key is told why, so that whoever stands before it can read it. `mac` is the network's, where that is another. */
  async #refuse(why: string, mac = this.mac): Promise<void> {
    this.#isRefused = true
    this.#house.onRefused(mac, why)
    this.#house.room.exit(this)
    const { unit } = this.#announcement ?? { unit: 0 }
    if (this.#key !== null) await this.#client?.transact(unit, refusalPdu(why), { timeoutMs: lastWordMs })
    this.leave()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#callOffRenewal()
    this.#house.room.exit(this)
    this.#client?.close()
  }
}

const lastWordMs = 2000
const linkFailures: ReadonlySet<string> = new Set(['timeout', 'closed', 'malformed'])
