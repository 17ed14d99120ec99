import { monotonicClock } from '@busbar/kit'
import { answerFrom, Client, MemoryBank } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import { Plant, SerialLine, serveLine } from '@busbar/simulator'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { read, site } from '../line.ts'
import { onTime } from '../on-time.ts'
import { openGateway } from '../open-gateway.ts'
import { timed } from '../timed.ts'

export interface TimelessActs extends Acts {
  /** A gateway on a line whose bytes need no time, and a server without any line; gives their ports. */
  open(baudRate: number): Promise<{ gateway: number; bare: number }>
  /** Asks the same devices past the gateway. */
  ask(rounds: number): Promise<number[]>
  /** The same for so long, with nothing but this silence in between; gives how many were answered. */
  readFor(run: { ms: number; quietMs: number }): Promise<number>
}

const baud = Number.POSITIVE_INFINITY
const line = new SerialLine({ clock: monotonicClock, baud })
const direct = new Client(line.attach({ baud }), { envelope: 'rtu' })

const acts: TimelessActs = {
  async open(baudRate) {
    const plant = new Plant({ name: 'p', seed: 's', sites: [site] })
    serveLine(plant, plant.site('line'), line, { baud })
    const bank = new MemoryBank()
    const bare = await listen({ port: 0, envelope: 'tcp', handler: (_unit, pdu) => answerFrom(bank, pdu) })
    const gateway = await openGateway('simulated', baudRate, { openPort: async () => line.attach({ baud }) })
    return { gateway, bare: bare.port }
  },
  ask: (rounds) => timed(direct, rounds),
  async readFor({ ms, quietMs }) {
    const untilMs = performance.now() + ms
    let answered = 0
    while (performance.now() < untilMs) {
      await direct.ask(1, read)
      answered += 1
      const dueMs = performance.now() + quietMs
      await new Promise<void>((resolve) => onTime(dueMs, resolve))
    }
    return answered
  },
}
play(acts)
