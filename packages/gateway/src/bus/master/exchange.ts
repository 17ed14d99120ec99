import { type ByteStream, envelopes, type Frame, fits, type Parser, pduSize, RequestSniffer } from '@busbar/modbus'
import type { DisturbedBy, LineSettings, QueuedRequest } from '../request.ts'
import { Echo } from './echo.ts'
import { answerSize, transferMs } from './timing.rules.ts'

/** Request in progress with the deadline of its response. */
export interface InFlightRequest {
  readonly waiting: QueuedRequest
  /** Bytes that are sent: the request, or a longer form whose response can be distinguished. */
  readonly pdu: Uint8Array
  readonly line: LineSettings
  readonly sentMs: number
  /** Time from the end of sending to the complete response. */
  readonly limitMs: number
  readonly dueMs: number
}

/** A response that is reported only when no second one can follow. */
export interface HeldAnswer {
  readonly flight: InFlightRequest
  readonly answer: Uint8Array
  readonly noise: number
  readonly receivedMs: number
  readonly untilMs: number
  isRefuted: boolean
}

/** Bytes that were received around the matching frame. */
export interface Surroundings {
  /** Bytes that belonged to no frame. */
  readonly noise: number
  /** A request of another master was received since this one was sent. */
  readonly hasForeignRequest: boolean
}

export type ExchangeFailure = 'timeout' | 'crc' | DisturbedBy
export type ExchangeResult = { readonly ok: Uint8Array } | { readonly err: ExchangeFailure }

export interface ExchangeEvents {
  /** The bytes of the response are valid until the call returns. `noise`: bytes outside of frames. */
  onSettled(flight: InFlightRequest, outcome: ExchangeResult, noise: number): void
  /** Returns why a matching frame cannot be trusted as the response, or undefined. */
  doubtOf(flight: InFlightRequest, answer: Uint8Array, beside: Surroundings): ExchangeFailure | undefined
  /** As many bytes as the response has arrived without forming a frame. */
  onDamaged(flight: InFlightRequest): void
  /** A frame that does not. */
  onStray(unit: number, answer: Uint8Array): void
  /** A request of another master. */
  onForeignRequest(unit: number, pdu: Uint8Array): void
}

/** Whether the response equals the request. */
export const isMirrored = (pdu: Uint8Array): boolean => fits(pdu, pdu)

const nothing = new Uint8Array()

const isRequestOnly = (pdu: Uint8Array): boolean =>
  pduSize('ask', pdu, 0, pdu.length) === pdu.length && pduSize('answer', pdu, 0, pdu.length) !== pdu.length

/**
 * One request on the line and the bytes received for it. It uses no timers: the caller passes the time and learns when
 * to call again.
 */
export class Exchange {
  readonly echo = new Echo()
  readonly #events: ExchangeEvents
  readonly #parsers: readonly [rtu: Parser, ascii: Parser]
  readonly #sniffer: RequestSniffer
  /** Unlike the response parser it never drops a frame in progress. */
  readonly #asciiSniffer: Parser
  #parser: Parser
  #isRtu = true
  #flight: InFlightRequest | undefined
  #noiseBefore = 0
  #frameEndMs = 0
  #lastByteMs = 0
  /** Whether bytes arrived since the line was last silent. */
  #isFresh = false
  #hasReceived = false
  #hasForeignRequest = false
  /** The last unanswered request, which an adapter may return late or among other bytes. */
  #sent: { unit: number; pdu: Uint8Array } | undefined

  constructor(events: ExchangeEvents) {
    this.#events = events
    const onFrame = (frame: Frame): void => this.#onFrame(frame)
    const rtu = envelopes.rtu.parser('answer', { onFrame, onBroken: () => {} })
    const ascii = envelopes.ascii.parser('answer', { onFrame, onBroken: () => {} })
    this.#parsers = [rtu, ascii]
    this.#parser = rtu
    this.#sniffer = new RequestSniffer((unit, pdu, rest) => {
      // The response parser may take the request for the beginning of a longer frame.
      this.#parser.forget()
      this.#foreignRequest(unit, pdu)
      this.#parser.push(rest)
    })
    this.#asciiSniffer = envelopes.ascii.parser('ask', {
      onFrame: ({ unit, pdu }) => isRequestOnly(pdu) && this.#foreignRequest(unit, pdu.slice()),
      onBroken: () => {},
    })
  }

  get isBusy(): boolean {
    return this.#flight !== undefined
  }

  /** Unit and PDU of the request in progress. */
  get current(): { unit: number; pdu: Uint8Array } | undefined {
    const flight = this.#flight
    return flight === undefined ? undefined : { unit: flight.waiting.unit, pdu: flight.pdu }
  }

  isCurrent(waiting: QueuedRequest): boolean {
    return this.#flight?.waiting === waiting
  }

  /** `frameEndMs`: silence that ends a frame of unknown length. */
  send(port: ByteStream, flight: InFlightRequest, frameEndMs: number): void {
    const { waiting, pdu, line } = flight
    const { unit } = waiting
    this.#parser = this.#parsers[line.frameMode]
    this.#isRtu = line.frameMode === 0
    this.#hasForeignRequest = false
    this.#sent = { unit, pdu }
    // Bytes received before the request cannot belong to its response.
    this.#parser.forget()
    this.#noiseBefore = this.#parser.noise
    this.#frameEndMs = frameEndMs
    this.#isFresh = false
    this.#hasReceived = false
    this.#flight = flight
    const bytes = (line.frameMode === 0 ? envelopes.rtu : envelopes.ascii).encode({ transaction: 0, unit, pdu })
    this.echo.expect(bytes, isMirrored(pdu))
    port.write(bytes)
  }

  receive(bytes: Uint8Array, nowMs: number): void {
    if (nowMs >= this.#lastByteMs + this.#frameEndMs) this.#sniffer.forget()
    this.#lastByteMs = nowMs
    this.#isFresh = true
    this.#hasReceived = true
    this.#take(this.echo.strip(bytes))
  }

  /** The line is quiet enough to send. */
  quiet(): void {
    this.#sniffer.quiet()
  }

  /** Time of the next decision if nothing arrives before. */
  get wakeMs(): number {
    const dueMs = this.#flight?.dueMs ?? Number.POSITIVE_INFINITY
    return this.#isFresh ? Math.min(dueMs, this.#lastByteMs + this.#frameEndMs) : dueMs
  }

  wake(nowMs: number): void {
    if (this.#isFresh && nowMs >= this.#lastByteMs + this.#frameEndMs) this.#silent()
    if (this.#flight !== undefined && nowMs >= this.#flight.dueMs) this.#expire(this.#flight)
  }

  /** The port was lost: returns the request in progress. */
  cut(): QueuedRequest | undefined {
    const waiting = this.#flight?.waiting
    this.#flight = undefined
    this.#isFresh = false
    this.#parser.forget()
    return waiting
  }

  #take(bytes: Uint8Array): void {
    for (const [index, byte] of bytes.entries()) {
      const piece = bytes.subarray(index, index + 1)
      this.#parser.push(piece)
      if (this.#isRtu) this.#sniffer.push(byte)
      else this.#asciiSniffer.push(piece)
    }
  }

  #foreignRequest(unit: number, pdu: Uint8Array): void {
    const isOwn = this.#sent?.unit === unit && Buffer.compare(this.#sent.pdu, pdu) === 0
    if (isOwn && this.echo.isPresent !== false) return
    this.#hasForeignRequest = true
    this.#events.onForeignRequest(unit, pdu)
  }

  #onFrame({ unit, pdu }: Frame): void {
    if (!this.#isRtu && isRequestOnly(pdu)) return
    const flight = this.#flight
    if (flight?.waiting.unit !== unit || !fits(flight.pdu, pdu)) return this.#events.onStray(unit, pdu)
    const { pdu: requestPdu } = flight
    if (this.echo.isPending && pdu[0] === requestPdu[0] && isMirrored(requestPdu)) return this.echo.markReturned()
    this.echo.conclude()
    const beside = { noise: this.#parser.noise - this.#noiseBefore, hasForeignRequest: this.#hasForeignRequest }
    const doubt = this.#events.doubtOf(flight, pdu, beside)
    this.#settle(flight, doubt === undefined ? { ok: pdu } : { err: doubt })
  }

  #silent(): void {
    this.#isFresh = false
    this.#take(this.echo.release())
    this.#sniffer.quiet()
    this.#parser.silence()
    const flight = this.#flight
    if (flight === undefined || !this.#isDamaged(flight)) return
    this.#parser.forget()
    this.#events.onDamaged(flight)
    this.#settle(flight, { err: 'crc' })
  }

  /** Enough bytes for the response arrived without forming it, so waiting longer is useless. */
  #isDamaged({ waiting, pdu, line }: InFlightRequest): boolean {
    const size = answerSize(pdu)
    if (size === undefined || waiting.unit === 0) return false
    const spoilt = this.#parser.noise - this.#noiseBefore + this.#parser.pendingBytes
    return spoilt >= (line.frameMode === 0 ? size + 3 : 2 * size + 7)
  }

  #expire(flight: InFlightRequest): void {
    if (!this.#hasReceived) this.echo.conclude()
    if (flight.waiting.unit === 0) return this.#settle(flight, { ok: nothing })
    this.#take(this.echo.release())
    this.#parser.forget()
    // The bytes that were held back may have been the response.
    if (this.#flight !== flight) return
    this.#settle(flight, { err: this.#parser.noise > this.#noiseBefore ? 'crc' : 'timeout' })
  }

  #settle(flight: InFlightRequest, outcome: ExchangeResult): void {
    this.#flight = undefined
    if ('ok' in outcome) this.#sent = undefined
    this.#events.onSettled(flight, outcome, this.#parser.noise - this.#noiseBefore)
  }
}

/** Timing of a request that is sent now, with the deadline of its response. */
export const launch = (
  waiting: QueuedRequest,
  pdu: Uint8Array,
  line: LineSettings,
  limitMs: number,
  nowMs: number,
): InFlightRequest => ({
  waiting,
  pdu,
  line,
  sentMs: nowMs,
  limitMs,
  dueMs: nowMs + transferMs(line, pdu.length) + limitMs,
})
