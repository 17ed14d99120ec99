import type { Clock } from '@busbar/kit'
import { broadcastEcho } from '@busbar/modbus'
import type { Lifecycle } from '../base/lifecycle.ts'
import { DayStatistics } from './day-statistics.ts'
import { ExchangeLog, type LoggedExchange } from './exchange-log.ts'
import { Master } from './master/master.ts'
import { type OpenPort, type PortUser, SerialPortKeeper } from './port/serial-port.ts'
import { RawMode } from './raw-mode.ts'
import type { BusAnswer, BusRequest, BusSettings, FieldBus, LineSettings } from './request.ts'
import { Slave, type SlaveHandler } from './slave.ts'
import { type BusStatistics, Statistics } from './statistics.ts'

export interface BusOptions {
  readonly openPort: OpenPort
  readonly clock: Clock
  readonly settings: BusSettings
  /** Handles requests of a foreign master in slave mode. */
  readonly slave?: SlaveHandler
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

export interface BusStatus {
  readonly isOpen: boolean
  /** Why the port is not open, in words for people. */
  readonly problem: string | null
  /** Settings with which the port is, or will be, opened. */
  readonly line: LineSettings
}

const stuckMs = 20_000

/** The serial port in its three modes: request queue of a master, responses of a slave, or raw bytes. */
export class Bus implements FieldBus, Lifecycle<BusSettings, BusStatus> {
  readonly raw: RawMode
  readonly exchanges = new ExchangeLog()
  readonly day: DayStatistics
  readonly #keeper: SerialPortKeeper
  readonly #statistics: Statistics
  readonly #master: Master
  readonly #slave: Slave
  readonly #clock: Clock
  /** Requests in progress, with their maximum time on the line. */
  readonly #pending = new Set<{ readonly timeoutMs: number }>()
  #movedMs = 0
  #settings: BusSettings

  constructor({ openPort, clock, settings, slave, log }: BusOptions) {
    const statistics = new Statistics(clock)
    const nobody = async (): Promise<undefined> => undefined
    const keeper = new SerialPortKeeper({ openPort, clock, log }, settings)
    this.#keeper = keeper
    this.#statistics = statistics
    this.#settings = settings
    this.#clock = clock
    this.day = new DayStatistics(clock)
    const onExchange = (exchange: LoggedExchange): void => {
      this.exchanges.add(exchange)
      this.day.add(exchange)
    }
    this.#master = new Master({ clock, keeper, statistics, settings, onExchange })
    this.#slave = new Slave({ clock, keeper, statistics, settings, answer: slave ?? nobody, log })
    this.raw = new RawMode(keeper)
  }

  async start(): Promise<void> {
    this.#begin()
    await this.#keeper.start()
  }

  /** Applies from the next frame on. Waiting requests stay, unless the mode changes. */
  async apply(settings: BusSettings): Promise<void> {
    const wasMode = this.#settings.hdxMode
    this.#settings = settings
    if (settings.hdxMode !== wasMode) this.#end()
    this.#master.apply(settings)
    this.#slave.apply(settings)
    if (settings.hdxMode !== wasMode) this.#begin()
  }

  /** Opens the port again, which may be another one. Pending requests fail as closed. */
  reopen(): void {
    this.#keeper.reopen()
  }

  async stop(): Promise<void> {
    const closed = this.#keeper.stop()
    this.#end()
    await closed
  }

  status(): BusStatus {
    const { port, problem, line } = this.#keeper
    return { isOpen: port !== undefined, problem, line }
  }

  /** Whether another master uses the line, so that the gateway sends no requests. */
  get isSlave(): boolean {
    return this.#settings.hdxMode === 0
  }

  /** Whether the port is open and may send requests. */
  get isReady(): boolean {
    return this.#settings.hdxMode === 1 && this.#keeper.port !== undefined
  }

  statistics(): BusStatistics {
    return this.#statistics.read()
  }

  transact(request: BusRequest): Promise<BusAnswer> {
    if (this.#settings.hdxMode !== 1) return Promise.resolve({ err: this.isSlave ? 'slave' : 'closed' })
    // Such a request would have no response.
    if (request.unit === 0 && broadcastEcho(request.pdu) === null) return Promise.resolve({ err: 'timeout' })
    return this.#answered(request)
  }

  /** Whether requests wait and none has been completed for longer than the slowest one may take. */
  get isStuck(): boolean {
    const slowestMs = Math.max(0, ...Array.from(this.#pending, ({ timeoutMs }) => timeoutMs))
    return this.#pending.size > 0 && this.#clock.now() - this.#movedMs > slowestMs + stuckMs
  }

  async #answered(request: BusRequest): Promise<BusAnswer> {
    const { delayForRtuMs, delayForAsciiMs } = this.#settings
    const entry = { timeoutMs: request.timeoutMs ?? Math.max(delayForRtuMs, delayForAsciiMs) }
    if (this.#pending.size === 0) this.#movedMs = this.#clock.now()
    this.#pending.add(entry)
    try {
      return await this.#master.ask(request)
    } finally {
      this.#pending.delete(entry)
      this.#movedMs = this.#clock.now()
    }
  }

  #begin(): void {
    if (this.#settings.hdxMode === 2) this.raw.begin()
    this.#keeper.setUser(this.#user())
  }

  #user(): PortUser {
    return { 0: this.#slave, 1: this.#master, 2: this.raw }[this.#settings.hdxMode]
  }

  #end(): void {
    this.#master.end(this.isSlave ? 'slave' : 'closed')
    this.#slave.end()
    this.raw.end()
  }
}
