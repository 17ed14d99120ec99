import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import { decodeRequest, encodeResponse, exceptionPdu, serve } from '@busbar/modbus'
import { announcementAddress, codeAddress, proofFunction, refusalIn, refusalReceived } from '@busbar/uplink/handshake'
import { isUpdateRequest, reportOffsetIn, reportPart, updateAnswer } from '@busbar/uplink/report'
import type { Requester, UnitGate } from '../../bus/gate/requester.ts'
import { NotSaved } from '../../storage/not-saved.ts'
import { PacedStream, queueMax } from '../paced-stream.ts'
import { type BindingFacts, mayBind, stepOf, type TrustLevel, verdictOf } from './binding.rules.ts'
import type { KeyProofs } from './key-proofs.ts'
import type { CallBackRegisters } from './registers.ts'

/** Requests of the gateway's own cloud, besides those for units. */
export interface CloudRequests {
  /** How the gateway is, packed. */
  report(): Promise<Uint8Array>
  /** Requests an immediate update; returns the reason when that is impossible, otherwise null. */
  requestUpdate(): Promise<string | null>
}

export interface CallBackLinkParts {
  readonly socket: Socket
  readonly isTls: boolean
  /** Unit ID of the gateway itself. */
  readonly unit: number
  readonly proving: KeyProofs
  readonly registers: CallBackRegisters
  readonly facts: () => BindingFacts
  readonly gate: UnitGate
  readonly requests: CloudRequests
  readonly clock: Clock
  readonly remoteIp: string
  /** The cloud sent requests beyond the proof, so it has accepted the gateway. */
  readonly onAccepted: () => void
  /** Called when the connection is closed because the cloud is not authorized, or refused this gateway. */
  readonly onRefused: (why: BindingFailure) => void
  readonly onError: (error: unknown) => void
}

const [illegalFunction, illegalDataAddress, illegalDataValue, deviceFailure] = [1, 2, 3, 4]
const depth = 16
const proofMs = 60_000

/** Why the peer that answered for the cloud is refused. */
export const strangers = {
  other: 'whoever answered for the cloud is not the one this gateway belongs to',
  over: 'the time to bind this gateway is over: press its button, or ask it for a new code',
  silent: 'whoever answered for the cloud has proven no key',
} as const

/** Why the gateway is not bound: an unknown cloud, the cloud's reason, or a disk error. */
export type BindingFailure = keyof typeof strangers | { readonly cloud: string } | { readonly disk: string }

/** A connection to the cloud, which acts as its master. */
export class CallBackLink {
  readonly sinceMs: number
  lastReceivedMs: number
  readonly #parts: CallBackLinkParts
  readonly #requester: Requester
  #report: Uint8Array = new Uint8Array()

  constructor(parts: CallBackLinkParts) {
    const closed = new AbortController()
    parts.socket.once('close', () => closed.abort())
    this.#parts = parts
    this.sinceMs = parts.clock.now()
    this.lastReceivedMs = this.sinceMs
    this.#requester = { name: 'call-back', signal: closed.signal, from: parts.remoteIp }
  }

  get unit(): number {
    return this.#parts.unit
  }

  get remoteIp(): string {
    return this.#parts.remoteIp
  }

  start(): void {
    const { socket, registers, unit, clock, onError } = this.#parts
    const cancel = clock.after(proofMs, () => this.step === 'stranger' && this.#strange('silent'))
    socket.once('close', cancel)
    const stream = new PacedStream(socket, clock, depth)
    const handler = stream.pace((requestedUnit, pdu) => this.#answer(requestedUnit, pdu))
    serve(stream, { envelope: 'tcp', depth, queueMax, clock, onError, handler })
    socket.write(registers.announcement(unit))
  }

  keepAlive(delaySec: number): void {
    this.#parts.socket.setKeepAlive(delaySec > 0, delaySec * 1000)
  }

  close(): void {
    this.#parts.socket.destroy()
  }

  /** Trust of the connection. */
  get step(): TrustLevel {
    return stepOf(this.cloudKey, this.#parts.facts())
  }

  /** Key that was proven on this connection; null without a proof. */
  get cloudKey(): Uint8Array | null {
    return this.#parts.proving.cloudKey
  }

  #answer(unit: number, pdu: Uint8Array): Uint8Array | Promise<Uint8Array | undefined> {
    const [fn = 0] = pdu
    this.lastReceivedMs = this.#parts.clock.now()
    const { step } = this
    if (unit === this.#parts.unit && fn === proofFunction) {
      const respond = this.#answerCloud(pdu)
      if (respond === null) return this.#prove(pdu)
      return step === 'trusted' ? respond() : exceptionPdu(fn, illegalFunction)
    }
    if (step === 'stranger') return exceptionPdu(fn, illegalFunction)
    this.#parts.onAccepted()
    const announced = this.#answerAnnounced(unit, pdu)
    if (announced !== null) return announced
    return step === 'trusted' ? this.#parts.gate.ask(this.#requester, unit, pdu) : exceptionPdu(fn, illegalFunction)
  }

  /** Handler of a request for the gateway itself; null for other requests. */
  #answerCloud(pdu: Uint8Array): (() => Promise<Uint8Array>) | null {
    const { requests } = this.#parts
    const offset = reportOffsetIn(pdu)
    if (offset !== null) return () => this.#reportPdu(offset)
    return isUpdateRequest(pdu) ? async () => updateAnswer(await requests.requestUpdate()) : null
  }

  async #reportPdu(offset: number): Promise<Uint8Array> {
    if (offset === 0) this.#report = await this.#parts.requests.report()
    return offset < this.#report.length
      ? reportPart(this.#report, offset)
      : exceptionPdu(proofFunction, illegalDataAddress)
  }

  #prove(pdu: Uint8Array): Uint8Array {
    const { proving, facts, onRefused } = this.#parts
    const reason = refusalIn(pdu)
    if (reason !== null) {
      onRefused({ cloud: reason })
      return refusalReceived()
    }
    const answer = proving.answer(pdu, (key) => verdictOf(key, facts()))
    if (answer === null) return exceptionPdu(proofFunction, illegalDataValue)
    const { verdict } = answer
    // Closes after the response was sent.
    if (verdict !== null && verdict !== 'welcome') setImmediate(() => this.#strange(verdict))
    return answer.pdu
  }

  /** Registers 1000-1010 are always accessible on this connection. */
  #answerAnnounced(unit: number, pdu: Uint8Array): Uint8Array | null {
    const { registers } = this.#parts
    const decoded = decodeRequest(pdu)
    if (unit !== this.#parts.unit || 'err' in decoded) return null
    const request = decoded.ok
    const words = registers.words()
    if (request.fn === 3 && isInside(request.address, request.count, words.length)) {
      const from = request.address - announcementAddress
      return encodeResponse({ fn: 3, words: words.slice(from, from + request.count) })
    }
    if (request.fn !== 16 || !isInside(request.address, request.words.length, words.length)) return null
    return this.#takeCode(request.address, Array.from(request.words))
  }

  /** Accepts only both words in one write. */
  #takeCode(address: number, words: readonly number[]): Uint8Array {
    const { registers, proving, facts, isTls, onRefused } = this.#parts
    const [high = 0, low = 0] = words
    if (address !== codeAddress || words.length !== 2) return exceptionPdu(16, illegalDataAddress)
    try {
      const isAccepted =
        mayBind(proving.cloudKey, facts()) && registers.take(high * 65_536 + low, proving.cloudKey, isTls)
      return isAccepted ? encodeResponse({ fn: 16, address, count: 2 }) : exceptionPdu(16, illegalDataValue)
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      onRefused({ disk: error.message })
      return exceptionPdu(16, deviceFailure)
    }
  }

  #strange(why: keyof typeof strangers): void {
    this.#parts.onRefused(why)
    this.close()
  }
}

const isInside = (address: number, count: number, total: number): boolean =>
  address >= announcementAddress && address + count <= announcementAddress + total
