import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acts } from '../../kit/acts.ts'
import { httpRequest } from '../../kit/http-socket.ts'
import { play } from '../../kit/play.ts'

export interface WatchOptions {
  apiPort: number
  token: string
  orgId: number
  paramIds: number[]
  days: number
  /** Clients that request charts continuously. */
  charting: number
  /** Clients that receive live events. */
  listening: number
}
export interface WatchFigures {
  charts: number
  refused: number
  medianMs: number
}
export interface WatchersActs extends Acts {
  begin(options: WatchOptions): void
  /** Stops the clients and returns their figures. */
  end(): WatchFigures
}

const dayMs = 86_400_000
const points = 1000
/** Refused clients retry after this time, which is shorter than the service requests. */
const againMs = 1000

const over = new AbortController()
let refused = 0
const times: number[] = []

/** Resolves with the status when all of the answer has come. */
const ask = (port: number, request: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request))
    let status = 0
    let missing = 0
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (status === 0) {
        const headEnd = chunk.indexOf('\r\n\r\n') + 4
        const head = chunk.toString('latin1', 0, headEnd)
        status = Number(head.slice(9, 12))
        missing = headEnd + Number(/content-length: (\d+)/i.exec(head)?.[1])
      }
      missing -= chunk.length
      if (missing > 0) return
      socket.destroy()
      resolve(status)
    })
  })

const chart = async (port: number, request: string): Promise<void> => {
  while (!over.signal.aborted) {
    const askedAt = performance.now()
    const status = await ask(port, request)
    if (status === 200) times.push(performance.now() - askedAt)
    else refused += 1
    if (status !== 200) await sleep(againMs)
  }
}

play({
  begin({ apiPort, token, orgId, paramIds, days, charting, listening }: WatchOptions): void {
    const till = new Date()
    const from = new Date(till.getTime() - days * dayMs)
    const body = JSON.stringify({ paramIds, from, till, points })
    const request = httpRequest('POST', '/api/v1/readings/min-mean-max/', token, body)
    for (let i = 0; i < charting; i += 1) void chart(apiPort, request)
    const stream = httpRequest('GET', `/api/v1/org/${orgId}/live/`, token)
    for (let i = 0; i < listening; i += 1) {
      const socket = connect({ port: apiPort, host: '127.0.0.1' }, () => socket.write(stream))
      socket.resume()
    }
  },
  end(): WatchFigures {
    over.abort()
    const sorted = times.toSorted((a, b) => a - b)
    return { charts: times.length, refused, medianMs: sorted[sorted.length >> 1] ?? Number.NaN }
  },
} satisfies WatchersActs)
