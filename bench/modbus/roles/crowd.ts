import type { Client } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { check, unit, wordCount } from '../data.ts'

export interface CrowdActs extends Acts {
  /** Opens so many sockets more, each of which asks once. */
  open(options: { port: number; count: number }): Promise<void>
  /** Each asks once more; gives how many were answered rightly. */
  askAll(): Promise<number>
}

const atOnce = 100
const clients: Client[] = []

const ask = async (client: Client): Promise<void> => {
  const answer = await client.ask(unit, { fn: 3, address: 0, count: wordCount }, { timeoutMs: 10_000 })
  if ('err' in answer) throw new Error(answer.err)
  check(answer.ok.words)
}

/** Many of our clients in one process, each with its own socket. */
play({
  async open({ port, count }: { port: number; count: number }): Promise<void> {
    const one = async (): Promise<void> => {
      const client = await dial({ host: '127.0.0.1', port, envelope: 'tcp', depth: 16 })
      await ask(client)
      clients.push(client)
    }
    for (let left = count; left > 0; left -= atOnce) {
      await Promise.all(Array.from({ length: Math.min(left, atOnce) }, one))
    }
  },
  async askAll(): Promise<number> {
    const outcomes = await Promise.allSettled(clients.map(ask))
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  },
} satisfies CrowdActs)
