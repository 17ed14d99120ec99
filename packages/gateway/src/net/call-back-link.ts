import type { Socket } from 'node:net'
import { type Clock, decodeRequest, encodeResponse, exceptionPdu, serve } from '@busbar/modbus'
import type { UnitGate, Visitor } from '../gate/visitor.ts'
import { Proving, proofFunction } from './call-back-proof.ts'
import { announcementAt, type CallBackRegisters, codeAt } from './call-back-registers.ts'
import { PacedStream, queueMax } from './paced-stream.ts'

export interface CallBackLinkParts {
  readonly socket: Socket
  readonly isTls: boolean
  /** Where the gateway answers for itself. */
  readonly unit: number
  readonly proving: Proving
  readonly registers: CallBackRegisters
  readonly gate: UnitGate
  readonly clock: Clock
  readonly remoteIp: string
  /** The cloud asked for more than a proof: it has let the gateway in. */
  readonly onLetIn: () => void
  /** It proved another key than the pinned one, or none in time. */
  readonly onStranger: () => void
  readonly onError: (error: unknown) => void
}

const [illegalFunction, illegalDataAddress, illegalDataValue] = [1, 2, 3]
const depth = 16
const proofMs = 60_000

/** One connection to the cloud, which is the master on it. */
export class CallBackLink {
  readonly sinceMs: number
  heardAtMs: number
  readonly #parts: CallBackLinkParts
  readonly #visitor: Visitor

  constructor(parts: CallBackLinkParts) {
    const gone = new AbortController()
    parts.socket.once('close', () => gone.abort())
    this.#parts = parts
    this.sinceMs = parts.clock.now()
    this.heardAtMs = this.sinceMs
    this.#visitor = { name: 'call-back', signal: gone.signal, from: parts.remoteIp }
  }

  get unit(): number {
    return this.#parts.unit
  }

  get remoteIp(): string {
    return this.#parts.remoteIp
  }

  start(): void {
    const { socket, registers, unit, clock, onError } = this.#parts
    const callOff = clock.after(proofMs, () => this.#isTrusted || this.#strange())
    socket.once('close', callOff)
    const stream = new PacedStream(socket, clock, depth)
    const handler = stream.pace((asked, pdu) => this.#answer(asked, pdu))
    serve(stream, { envelope: 'tcp', depth, queueMax, clock, onError, handler })
    socket.write(registers.announcement(unit))
  }

  keepAlive(delaySec: number): void {
    this.#parts.socket.setKeepAlive(delaySec > 0, delaySec * 1000)
  }

  close(): void {
    this.#parts.socket.destroy()
  }

  /** A gateway that belongs to a cloud serves no other. */
  get #isTrusted(): boolean {
    const { registers, proving } = this.#parts
    return registers.pinned === null || proving.cloudKey !== null
  }

  #answer(unit: number, pdu: Uint8Array): Uint8Array | Promise<Uint8Array | undefined> {
    const [fn = 0] = pdu
    this.heardAtMs = this.#parts.clock.now()
    if (unit === this.#parts.unit && fn === proofFunction) return this.#prove(pdu)
    if (!this.#isTrusted) return exceptionPdu(fn, illegalFunction)
    this.#parts.onLetIn()
    return this.#answerAnnounced(unit, pdu) ?? this.#parts.gate.ask(this.#visitor, unit, pdu)
  }

  #prove(pdu: Uint8Array): Uint8Array {
    const { proving, registers } = this.#parts
    const answer = proving.answer(pdu, registers.pinned)
    if (answer === null) return exceptionPdu(proofFunction, illegalDataValue)
    if (registers.isActivated) this.#pin()
    // The answer goes out first.
    if (answer.length === 3 && proving.cloudKey === null) setImmediate(() => this.#strange())
    return answer
  }

  /** Registers 1000-1010 are this connection's own affair, whatever is protected. */
  #answerAnnounced(unit: number, pdu: Uint8Array): Uint8Array | null {
    const { registers } = this.#parts
    const decoded = decodeRequest(pdu)
    if (unit !== this.#parts.unit || 'err' in decoded) return null
    const request = decoded.ok
    const words = registers.words()
    if (request.fn === 3 && isInside(request.address, request.count, words.length)) {
      const from = request.address - announcementAt
      return encodeResponse({ fn: 3, words: words.slice(from, from + request.count) })
    }
    if (request.fn !== 16 || !isInside(request.address, request.words.length, words.length)) return null
    return this.#takeCode(request.address, Array.from(request.words))
  }

  /** Both words at once, and nothing else. */
  #takeCode(address: number, words: readonly number[]): Uint8Array {
    const { registers } = this.#parts
    const [high = 0, low = 0] = words
    if (address !== codeAt || words.length !== 2) return exceptionPdu(16, illegalDataAddress)
    if (!registers.take(high * 65_536 + low)) return exceptionPdu(16, illegalDataValue)
    if (registers.isActivated) this.#pin()
    return encodeResponse({ fn: 16, address, count: 2 })
  }

  /** An activated gateway belongs to the cloud that has proven itself first. */
  #pin(): void {
    const { registers, proving, isTls } = this.#parts
    if (registers.pinned === null && proving.cloudKey !== null) registers.pin(proving.cloudKey, isTls)
  }

  #strange(): void {
    this.#parts.onStranger()
    this.close()
  }
}

const isInside = (address: number, count: number, total: number): boolean =>
  address >= announcementAt && address + count <= announcementAt + total
