import type { Clock } from '@busbar/kit'
import { type ByteStream, Client, type EnvelopeName, type LateAnswers } from '@busbar/modbus'
import type { BusAnswer } from '../../bus/request.ts'

export interface RemoteLinkParts {
  readonly stream: ByteStream
  readonly envelope: EnvelopeName
  readonly clock: Clock
  readonly lateAnswers: LateAnswers
  /** The server's place. */
  readonly line: string
  /** Called once, by whomever it was ended. */
  readonly onClose: (why: string) => void
}

/** After this many unanswered requests and this long without a byte, the connection is considered dead. */
const missesMax = 5
const silentMs = 30_000
/** A server that kept a connection for this long is considered healthy. */
const goodMs = 60_000

/** A connection to a remote server, on which the gateway is the master with one request at a time. */
export class RemoteLink {
  readonly sinceMs: number
  lastReceivedMs: number
  readonly #client: Client
  readonly #clock: Clock
  #answers = 0
  #misses = 0

  constructor({ stream, envelope, clock, lateAnswers, line, onClose }: RemoteLinkParts) {
    this.#clock = clock
    this.sinceMs = clock.now()
    this.lastReceivedMs = this.sinceMs
    stream.on('data', () => {
      this.lastReceivedMs = clock.now()
    })
    this.#client = new Client(stream, { envelope, clock, lateAnswers, line, onClose })
  }

  get isClosed(): boolean {
    return this.#client.isClosed
  }

  /** Whether the connection worked, so that the next attempt follows without a growing delay. */
  get wasGood(): boolean {
    return this.#answers > 0 || this.#clock.now() - this.sinceMs >= goodMs
  }

  get isDead(): boolean {
    return this.#misses >= missesMax && this.#clock.now() - this.lastReceivedMs >= silentMs
  }

  /**
   * A request that was sent when the connection ended may have taken effect: it is reported as a timeout, not as
   * unsent.
   */
  async ask(unit: number, pdu: Uint8Array, timeoutMs: number): Promise<BusAnswer> {
    const outcome = await this.#client.transact(unit, pdu, { timeoutMs, isStretchable: true })
    if ('ok' in outcome) {
      this.#answers += 1
      this.#misses = 0
      return outcome
    }
    this.#misses += 1
    return { err: outcome.err === 'crc' ? 'crc' : 'timeout' }
  }

  close(): void {
    this.#client.close()
  }
}
