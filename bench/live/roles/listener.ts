import { get, type IncomingMessage } from 'node:http'
import type { Acts } from '../../kit/acts.ts'
import { cpuMicros } from '../../kit/cpu.ts'
import { play } from '../../kit/play.ts'
import { until } from '../../kit/until.ts'
import type { StreamKind } from './publisher.ts'

export interface EventCost {
  bytesPerEvent: number
  cpuMicrosPerEvent: number
}
export interface ListenerActs extends Acts {
  /** Opens so many streams, and reads the values of each event. */
  open(options: { port: number; kind: StreamKind; streams: number }): Promise<void>
  /** When each stream has had so many events. */
  heard(events: number): Promise<EventCost>
  close(): void
}

let opened: IncomingMessage[] = []
let [events, cpuBefore, bytesBefore] = [0, 0, 0]
const bytesRead = (): number => opened.reduce((sum, { socket }) => sum + socket.bytesRead, 0)

const read = (stream: IncomingMessage): void => {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const from = part.indexOf('data: ')
      if (from >= 0 && Object.hasOwn(JSON.parse(part.slice(from + 6)) as object, 'values')) events += 1
    }
  })
}

play({
  async open({ port, kind, streams }) {
    opened = await Promise.all(
      Array.from(
        { length: streams },
        () => new Promise<IncomingMessage>((resolve) => get({ port, path: `/${kind}`, agent: false }, resolve)),
      ),
    )
    for (const stream of opened) read(stream)
    ;[events, cpuBefore, bytesBefore] = [0, cpuMicros(), bytesRead()]
  },
  async heard(wanted) {
    await until(async () => events >= wanted * opened.length, 'heard')
    return {
      bytesPerEvent: (bytesRead() - bytesBefore) / events,
      cpuMicrosPerEvent: (cpuMicros() - cpuBefore) / events,
    }
  },
  close() {
    for (const stream of opened) stream.destroy()
  },
} satisfies ListenerActs)
