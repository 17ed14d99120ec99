import Fastify from 'fastify'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export interface BareActs extends Acts {
  /** A Fastify that answers every path with a constant JSON; gives its port. */
  listen(): Promise<number>
}

play({
  async listen() {
    const app = Fastify()
    const answer = { id: 7, netId: 3, name: 'Main meter', slug: 'main-meter', modbusUnitId: 1, updatePeriodSec: 60 }
    app.all('/*', () => answer)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return Number(new URL(url).port)
  },
} satisfies BareActs)
