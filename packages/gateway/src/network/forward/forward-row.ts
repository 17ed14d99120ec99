import { type Clock, exponentialBackOff } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { Finder, type FinderParts } from './finder.ts'
import type { PortListener, PortListenerParts } from './port-listener.ts'
import type { FwdRow } from './settings.ts'
import { TcpListener } from './tcp-listener.ts'
import { UdpListener } from './udp-listener.ts'
import type { OpenUdp } from './udp-session.ts'

export interface ForwardRowParts extends FinderParts {
  readonly host: string
  readonly openUdp: OpenUdp
  readonly isMobile: PortListenerParts['isMobile']
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'error' | 'info'>
}

const [retryMinMs, retryMaxMs] = [1000, 30_000]

/** A used row. A failure affects only this row. */
export class ForwardRow {
  readonly #parts: ForwardRowParts
  readonly #finder: Finder
  readonly #listener: PortListener
  #isStarted = false
  #isOpen = false
  #problem: string | null = null
  #failures = 0
  /** The log has it; it is logged again after a connection got through. */
  #isLogged = false
  /** Openings and closings, one after another. */
  #turn: Promise<void> = Promise.resolve()
  #cancelRetry: () => void = () => {}

  constructor(parts: ForwardRowParts, port: number) {
    this.#parts = parts
    this.#finder = new Finder(parts)
    const { host, clock, openUdp, isMobile, row } = parts
    const listenerParts: PortListenerParts = {
      host,
      port,
      finder: this.#finder,
      clock,
      isMobile,
      onReached: () => {
        this.#isLogged = false
        this.#problem = null
      },
      onFull: (facts: object) => parts.log.warn({ ...row, ...facts }, 'forwarded connections refused: limit reached'),
      onFailed: (error) => this.#failed(error),
    }
    this.#listener = row.isUdp ? new UdpListener({ ...listenerParts, openUdp }) : new TcpListener(listenerParts)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get problem(): string | null {
    return this.#problem
  }

  get clients(): number {
    return this.#listener.clients
  }

  /** Resolves when the port is open, will be retried, or is refused; it never rejects. */
  start(): Promise<void> {
    this.#isStarted = true
    if (!this.#finder.isHopeless) return this.#inTurn(() => this.#open())
    this.#problem = 'it would lead to this gateway itself, or to many'
    this.#parts.log.error(this.#logFields, 'forwarding refused: the target is this gateway or a multicast address')
    return Promise.resolve()
  }

  stop(): Promise<void> {
    this.#isStarted = false
    this.#cancelRetry()
    return this.#inTurn(() => this.#close())
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(act)
    return this.#turn
  }

  async #open(): Promise<void> {
    const { clock, log } = this.#parts
    if (!this.#isStarted) return
    try {
      await this.#listener.open()
      this.#isOpen = true
      this.#problem = null
      log.info(this.#logFields, 'forwarding started')
    } catch (error) {
      const retryMs = exponentialBackOff(this.#failures, retryMinMs, retryMaxMs)
      this.#failures += 1
      this.#problem = messageOf(error)
      log.warn({ ...this.#logFields, err: error, retryMs }, 'forwarding could not listen on its port')
      this.#cancelRetry = clock.after(retryMs, () => void this.#inTurn(() => this.#open()))
    }
  }

  async #close(): Promise<void> {
    this.#cancelRetry()
    this.#isOpen = false
    await this.#listener.close()
  }

  #failed(error: unknown): void {
    this.#problem = messageOf(error)
    if (!this.#isLogged) this.#parts.log.warn({ ...this.#logFields, err: error }, 'forwarding target unreachable')
    this.#isLogged = true
  }

  get #logFields(): FwdRow {
    return this.#parts.row
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
