import type { Clock } from '@busbar/kit'
import { envelopes, type Frame, type Parser } from '@busbar/modbus'
import { Echo } from './master/echo.ts'
import { isMirrored } from './master/exchange.ts'
import { frameEndMs, quietMs, transferMs } from './master/timing.rules.ts'
import { PostponedTimer } from './port/clocks.ts'
import type { PortUser, SerialPortKeeper } from './port/serial-port.ts'
import type { BusSettings } from './request.ts'
import type { Statistics } from './statistics.ts'

/** Handles a master's request; undefined for a unit that is not the gateway's. */
export type SlaveHandler = (unit: number, pdu: Uint8Array) => Promise<Uint8Array | undefined>

export interface SlaveOptions {
  readonly clock: Clock
  readonly keeper: SerialPortKeeper
  readonly statistics: Statistics
  readonly settings: BusSettings
  readonly answer: SlaveHandler
  readonly log: { warn(details: object, message: string): void }
}

/** Maximum number of requests being handled; a master sends one at a time, so further ones are outdated. */
const inProgressMax = 16
/** A frame or an answer older than this is abandoned, because the master has given up. */
const staleMs = 1000
/** Maximum delay of an adapter's echo. */
const echoLateMs = 20

/** Responds to a foreign master on the line and ignores frames for other units. */
export class Slave implements PortUser {
  readonly #options: SlaveOptions
  readonly #alarm: PostponedTimer
  readonly #echo = new Echo()
  #settings: BusSettings
  #parser: Parser
  #inProgress = 0
  /** Frame counter: a response is sent only if no frame arrived meanwhile. */
  #frames = 0
  #lastByteMs = 0
  #isFresh = false
  #reply: { bytes: Uint8Array; pdu: Uint8Array } | undefined
  #echoUntilMs = 0

  constructor(options: SlaveOptions) {
    this.#options = options
    this.#settings = options.settings
    this.#alarm = new PostponedTimer(options.clock, () => this.#wake())
    this.#parser = this.#newParser()
  }

  apply(settings: BusSettings): void {
    this.#settings = settings
    this.end()
    this.#parser = this.#newParser()
  }

  end(): void {
    this.#frames += 1
    this.#reply = undefined
    this.#isFresh = false
    this.#alarm.stop()
    this.#parser.forget()
  }

  opened(): void {
    this.end()
  }

  received(bytes: Uint8Array): void {
    this.#lastByteMs = this.#options.clock.now()
    this.#isFresh = true
    // The echo arrives at once or never; later, a master may send the same bytes.
    if (this.#echo.isPresent === undefined && this.#lastByteMs >= this.#echoUntilMs)
      this.#parser.push(this.#echo.release())
    this.#parser.push(this.#echo.strip(bytes))
    this.#arm()
  }

  drained(): void {}

  refused(): void {}

  lost(): void {
    this.#echo.forget()
    this.end()
  }

  get #quietMs(): number {
    return quietMs(this.#settings, this.#settings.delayForRtuQ)
  }

  #newParser(): Parser {
    const envelope = this.#settings.frameMode === 0 ? envelopes.rtu : envelopes.ascii
    return envelope.parser('ask', { onFrame: (frame) => this.#onRequest(frame), onBroken: () => {} })
  }

  #onRequest(frame: Frame): void {
    if (this.#echo.isPresent === undefined) this.#echo.conclude()
    this.#frames += 1
    this.#reply = undefined
    if (this.#inProgress >= inProgressMax) return
    const { unit } = frame
    const turn = this.#frames
    const receivedMs = this.#options.clock.now()
    this.#inProgress += 1
    void this.#answer(unit, new Uint8Array(frame.pdu)).then((pdu) => {
      this.#inProgress -= 1
      if (pdu === undefined) return
      this.#options.statistics.request(unit, receivedMs)
      // A broadcast has no response, because all units would send at once.
      const isTimely = turn === this.#frames && this.#options.clock.now() - receivedMs < staleMs
      if (unit !== 0 && isTimely) this.#prepare(unit, pdu)
    })
  }

  async #answer(unit: number, pdu: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      return await this.#options.answer(unit, pdu)
    } catch (error) {
      this.#options.log.warn({ unit, error }, 'request of the serial master could not be answered')
      return undefined
    }
  }

  #prepare(unit: number, pdu: Uint8Array): void {
    const envelope = this.#settings.frameMode === 0 ? envelopes.rtu : envelopes.ascii
    this.#reply = { bytes: envelope.encode({ transaction: 0, unit, pdu }), pdu }
    this.#wake()
  }

  #wake(): void {
    const nowMs = this.#options.clock.now()
    if (this.#isFresh && nowMs >= this.#lastByteMs + this.#frameEndMs) {
      this.#isFresh = false
      this.#parser.push(this.#echo.release())
      this.#parser.silence()
    }
    if (nowMs >= this.#lastByteMs + staleMs) this.#parser.forget()
    if (this.#reply !== undefined && nowMs >= this.#lastByteMs + this.#quietMs) this.#send(this.#reply, nowMs)
    this.#arm()
  }

  #send({ bytes, pdu }: { bytes: Uint8Array; pdu: Uint8Array }, nowMs: number): void {
    this.#reply = undefined
    this.#echo.expect(bytes, this.#echo.isPresent === false && isMirrored(pdu))
    this.#options.keeper.port?.write(bytes)
    const endMs = nowMs + transferMs(this.#settings, pdu.length)
    this.#echoUntilMs = endMs + this.#quietMs + echoLateMs
    this.#options.statistics.response(nowMs)
    this.#options.statistics.busy(this.#lastByteMs, endMs)
  }

  get #frameEndMs(): number {
    return frameEndMs(this.#settings, this.#settings.delayForRtuQ)
  }

  #arm(): void {
    const replyMs = this.#reply === undefined ? Number.POSITIVE_INFINITY : this.#lastByteMs + this.#quietMs
    const silentMs = this.#isFresh ? this.#lastByteMs + this.#frameEndMs : Number.POSITIVE_INFINITY
    const staleAtMs = this.#parser.pendingBytes > 0 ? this.#lastByteMs + staleMs : Number.POSITIVE_INFINITY
    this.#alarm.set(Math.min(replyMs, silentMs, staleAtMs))
  }
}
