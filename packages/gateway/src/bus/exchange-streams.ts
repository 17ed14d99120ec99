import { Readable } from 'node:stream'
import type { Clock } from '@busbar/kit'
import type { ExchangeLog, NumberedExchange } from './exchange-log.ts'
import { sourceOf } from './source.rules.ts'

interface Options {
  readonly exchanges: Pick<ExchangeLog, 'last' | 'listen'>
  readonly clock: Clock
  readonly now: () => Date
}

interface StreamRequest {
  /** Number of past exchanges that are sent first. */
  readonly last: number
  /** Aborted when the client's access ends. */
  readonly signal: AbortSignal
}

const streamsMax = 8
/** A client that reads too slowly is disconnected, because omitted exchanges would look as if they had not happened. */
const waitingBytesMax = 1_048_576
const heartbeatMs = 15_000

/** Streams exchanges of the line as server-sent events. */
export class ExchangeStreams {
  readonly #options: Options
  readonly #open = new Set<Readable>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Null where there are too many already. */
  open({ last, signal }: StreamRequest): Readable | null {
    if (this.#open.size >= streamsMax) return null
    const { exchanges, clock } = this.#options
    const stream = new Readable({ read() {}, highWaterMark: waitingBytesMax })
    const push = (text: string): void => {
      if (!stream.push(text)) stream.destroy()
    }
    push(
      `: listening\n\n${exchanges
        .last(last)
        .map((one) => this.#text(one))
        .join('')}`,
    )
    const stop = exchanges.listen((one) => push(this.#text(one)))
    let cancel = (): void => {}
    const beat = (): void => {
      cancel = clock.after(heartbeatMs, () => {
        push(': still here\n\n')
        beat()
      })
    }
    beat()
    const end = (): void => void stream.push(null)
    signal.addEventListener('abort', end)
    this.#open.add(stream)
    stream.once('close', () => {
      stop()
      cancel()
      signal.removeEventListener('abort', end)
      this.#open.delete(stream)
    })
    return stream
  }

  endAll(): void {
    for (const stream of this.#open) stream.push(null)
  }

  #text({ number, by, unit, request, answer, error, noise, sentMs, tookMs }: NumberedExchange): string {
    const { clock, now } = this.#options
    const data = {
      on: new Date(now().getTime() - (clock.now() - sentMs)).toISOString(),
      from: sourceOf(by),
      by,
      uid: unit,
      req: Buffer.from(request).toString('hex'),
      resp: answer === undefined ? null : Buffer.from(answer).toString('hex'),
      error: error ?? null,
      noise,
      ms: Math.round(tookMs * 10) / 10,
    }
    return `id: ${number}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
