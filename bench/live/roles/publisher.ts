import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { LiveHub } from '@busbar/cloud/nodes'
import { monotonicClock } from '@busbar/kit'
import type { Poll } from '@busbar/readings'
import type { Acts } from '../../kit/acts.ts'
import { cpuMicros } from '../../kit/cpu.ts'
import { play } from '../../kit/play.ts'
import { Fleet, orgId } from '../../readings/fleet.ts'

export type StreamKind = 'hub' | 'plain'
export interface PublisherActs extends Acts {
  /** Makes polls of so many devices, and listens: events of the hub at /hub, and plain ones at /plain. */
  listen(devices: number): Promise<number>
  /** Publishes each poll once, in groups of the size of a commit, and returns the CPU time of this process per poll. */
  publish(options: { kind: StreamKind; atOnce: number }): Promise<number>
}

const hub = new LiveHub({ clock: monotonicClock, now: () => new Date(), newBoot: () => 'bench' })
const plain = new Set<ServerResponse>()
const opened = new Set<Readable | ServerResponse>()
let fleet = new Fleet(0, 0)

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const isHub = request.url === '/hub'
  if (!isHub) plain.add(response)
  const stream = isHub ? hub.open(orgId, { lastEventId: undefined, isAllowed: async () => true }) : null
  stream?.pipe(response)
  for (const one of [stream ?? response, response]) opened.add(one)
  response.on('close', () => {
    plain.delete(response)
    for (const one of [stream ?? response, response]) opened.delete(one)
  })
})

/** Clients are slower than this process, so their waiting data must not be cut off. */
const waitingBytes = (): number =>
  Math.max(0, ...[...opened].map((one) => ('readableLength' in one ? one.readableLength : one.writableLength)))
const waitingBytesMax = 1_000_000

/** The same values as JSON, as simply as it goes. */
const plainEvent = ({ deviceId, readOn, params, values }: Poll): string =>
  `data: ${JSON.stringify({ deviceId, readOn, values: Object.fromEntries(params.map(({ id }, at) => [id, values[at]])) })}\n\n`

const publishers: Readonly<Record<StreamKind, (polls: readonly Poll[]) => void>> = {
  hub: (polls) => hub.publishReadings(polls),
  plain: (polls) => {
    for (const poll of polls) {
      const event = plainEvent(poll)
      for (const response of plain) response.write(event)
    }
  },
}

play({
  async listen(devices) {
    fleet = new Fleet(devices, Date.UTC(2026, 0, 15))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  },
  async publish({ kind, atOnce }) {
    const polls = fleet.polls(1)
    const before = cpuMicros()
    for (let at = 0; at < polls.length; at += atOnce) {
      publishers[kind](polls.slice(at, at + atOnce))
      await setImmediate()
      while (waitingBytes() > waitingBytesMax) await sleep(1)
    }
    return (cpuMicros() - before) / polls.length
  },
} satisfies PublisherActs)
