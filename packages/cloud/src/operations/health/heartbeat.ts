import { type Clock, Periodic } from '@busbar/kit'
import { callHttp } from '@busbar/kit/net'
import { type Metric, one } from '../../fields/metrics-text.ts'

export interface HeartbeatOptions {
  url: URL
  clock: Clock
  now: () => Date
  /** Why the service does not do its work; null while it does. */
  problem: () => Promise<string | null>
  log: { error(details: object, message: string): void }
  timeoutMs?: number
}

const everyMs = 60_000

/** Calls a watcher elsewhere each minute, as long as the service does its work. Silence shows that it does not. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #beats: Periodic
  #lastOn: number | null = null
  #isFailing = false

  constructor(options: HeartbeatOptions) {
    const { clock, log } = options
    this.#options = options
    this.#beats = new Periodic({
      name: 'heartbeat',
      clock,
      everyMs,
      countFrom: 'start',
      work: () => this.#beat(),
      onError: (error) => log.error({ err: error }, 'a heartbeat was not sent'),
    })
  }

  start(): void {
    this.#beats.start()
    this.#beats.wake()
  }

  stop(): Promise<void> {
    return this.#beats.stop()
  }

  /** Resolves when no heartbeat is being sent. */
  get settled(): Promise<void> {
    return this.#beats.settled()
  }

  metrics(): Metric[] {
    return [
      one(
        'busbar_heartbeat_last_success_timestamp_seconds',
        'gauge',
        'When the watcher last answered a heartbeat, since 1970; 0: never.',
        (this.#lastOn ?? 0) / 1000,
      ),
      one('busbar_heartbeat_failing', 'gauge', 'Whether the last one was left out or failed.', this.#isFailing ? 1 : 0),
    ]
  }

  async #beat(): Promise<void> {
    const { now, log } = this.#options
    const failure = await this.#failure()
    this.#isFailing = failure !== null
    if (failure === null) this.#lastOn = now().getTime()
    else log.error({ reason: failure }, 'a heartbeat was not sent')
  }

  async #failure(): Promise<string | null> {
    const { url, problem, timeoutMs = 10_000 } = this.#options
    try {
      const why = await problem()
      if (why !== null) return why
      const headers = { 'user-agent': 'Busbar' }
      const answer = await callHttp({ url, method: 'GET', headers, body: null, timeoutMs })
      if ('err' in answer) return answer.err
      return answer.status >= 200 && answer.status < 300 ? null : `HTTP ${answer.status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
