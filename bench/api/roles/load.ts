import { connect } from 'node:net'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export interface LoadOptions {
  port: number
  /** The bytes of each; a connection goes round them, each from another one on. */
  requests: readonly string[]
  connections: number
  ms: number
}
export interface LoadFigures {
  requests: number
  medianMs: number
  p99Ms: number
  /** The status of the last answer. */
  status: number
}
export interface LoadActs extends Acts {
  /** Asks again and again over kept connections, one request at a time on each. */
  run(options: LoadOptions): Promise<LoadFigures>
}

play({
  async run({ port, requests, connections, ms }: LoadOptions): Promise<LoadFigures> {
    const until = performance.now() + ms
    const bytes = requests.map((request) => Buffer.from(request))
    const loops = Array.from({ length: connections }, (_, from) => askUntil(port, bytes, from, until))
    const done = await Promise.all(loops)
    const times = done.flatMap((one) => one.times).toSorted((a, b) => a - b)
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
    return { requests: times.length, medianMs: at(0.5), p99Ms: at(0.99), status: done[0]?.status ?? 0 }
  },
} satisfies LoadActs)

const askUntil = (
  port: number,
  requests: readonly Uint8Array[],
  from: number,
  until: number,
): Promise<{ times: number[]; status: number }> =>
  new Promise((resolve, reject) => {
    const times: number[] = []
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let askedAt = 0
    let status = 0
    let missing = 0
    const ask = (): void => {
      askedAt = performance.now()
      socket.write(requests[(from + times.length) % requests.length] ?? '')
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        status = Number(chunk.toString('latin1', 9, 12))
        missing = bytesMissing(chunk)
      } else {
        missing -= chunk.length
      }
      if (missing > 0) return
      times.push(performance.now() - askedAt)
      if (performance.now() < until) return ask()
      socket.destroy()
      resolve({ times, status })
    })
  })

/** Missing bytes of an answer whose header is in its first chunk. */
const bytesMissing = (chunk: Buffer): number => {
  const headEnd = chunk.indexOf('\r\n\r\n') + 4
  const length = Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, headEnd))?.[1])
  return headEnd + length - chunk.length
}
