import { parseArgs } from 'node:util'
import { median } from '../kit/median.ts'
import { goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import { paramsPerMeter } from '../readings/meter.ts'
import type { ListenerActs } from './roles/listener.ts'
import type { PublisherActs, StreamKind } from './roles/publisher.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const [devices, rounds] = values.quick ? [1000, 2] : [10_000, 5]
/** Polls of a commit: one at a time, and as many as a busy service has. */
const batches = [1, 100]
const streamCounts = [1, 20]
const names: Readonly<Record<StreamKind, string>> = { hub: 'live stream', plain: 'plain events' }

interface Figures {
  bytes: number
  publisher: number
  listener: number
}

const measure = async (kind: StreamKind, streams: number, atOnce: number): Promise<Figures> => {
  const publisher = startRole<PublisherActs>(import.meta.resolve('./roles/publisher.ts'))
  const listener = startRole<ListenerActs>(import.meta.resolve('./roles/listener.ts'))
  try {
    const port = await publisher.ask('listen', devices)
    const found: Figures[] = []
    for (let round = 0; round <= rounds; round += 1) {
      await listener.ask('open', { port, kind, streams })
      const micros = await publisher.ask('publish', { kind, atOnce })
      const { bytesPerEvent, cpuMicrosPerEvent } = await listener.ask('heard', devices)
      await listener.ask('close')
      // The first round is for warming up.
      if (round > 0) found.push({ bytes: bytesPerEvent, publisher: micros, listener: cpuMicrosPerEvent })
    }
    const of50 = (what: keyof Figures): number => median(found.map((one) => one[what]))
    return { bytes: of50('bytes'), publisher: of50('publisher'), listener: of50('listener') }
  } finally {
    await listener.stop()
    await publisher.stop()
  }
}

console.log(
  `${devices} devices with ${paramsPerMeter} parameters, each polled once a round; medians of ${rounds} rounds, for one poll\n`,
)
const rows: string[][] = []
const goals: Parameters<typeof goalTable>[0][number][] = []
for (const streams of streamCounts) {
  for (const atOnce of batches) {
    const [ours, plain] = [await measure('hub', streams, atOnce), await measure('plain', streams, atOnce)]
    for (const [kind, { bytes, publisher, listener }] of [
      ['hub', ours],
      ['plain', plain],
    ] as const) {
      rows.push([
        names[kind],
        String(streams),
        String(atOnce),
        bytes.toFixed(0),
        publisher.toFixed(1),
        listener.toFixed(1),
      ])
    }
    const what = `${streams} streams, ${atOnce} at once`
    goals.push({ what: `${what}: CPU / plain`, value: ours.publisher / plain.publisher, wants: { atMost: 1 } })
    if (atOnce === batches[0]) {
      goals.push({ what: `${what}: bytes / plain`, value: ours.bytes / plain.bytes, wants: { atMost: 1.25 } })
    }
  }
}
console.log(table([['', 'streams', 'at once', 'bytes', 'CPU us', 'us of each who listens'], ...rows]))
console.log(`\n${goalTable(goals)}`)
