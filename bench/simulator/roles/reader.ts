import type { Client } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export interface ReaderActs extends Acts {
  connect(ports: number[]): Promise<void>
  /** Reads two registers of every unit behind every port; gives how many answered. */
  readAll(units: number): Promise<number>
  /** Reads for so long over all connections in turn, one request on each; gives how many answered. */
  readFor(run: { ms: number; units: number }): Promise<number>
}

const together = 100
let clients: Client[] = []

const read = async (client: Client, unit: number): Promise<number> => {
  const outcome = await client.ask(unit, { fn: 3, address: 0, count: 1 })
  return 'ok' in outcome || outcome.err === 'IllegalDataAddress' ? 1 : 0
}
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

const acts: ReaderActs = {
  async connect(ports) {
    clients = []
    for (let at = 0; at < ports.length; at += together) {
      const some = ports.slice(at, at + together)
      clients.push(...(await Promise.all(some.map((port) => dial({ host: '127.0.0.1', port, envelope: 'tcp' })))))
    }
  },
  async readAll(units) {
    let answered = 0
    for (let unit = 1; unit <= units; unit += 1) {
      for (let at = 0; at < clients.length; at += together) {
        answered += sum(await Promise.all(clients.slice(at, at + together).map((client) => read(client, unit))))
      }
    }
    return answered
  },
  async readFor({ ms, units }) {
    const until = performance.now() + ms
    const one = async (client: Client): Promise<number> => {
      let answered = 0
      for (let i = 0; performance.now() < until; i += 1) answered += await read(client, 1 + (i % units))
      return answered
    }
    return sum(await Promise.all(clients.map(one)))
  },
}
play(acts)
