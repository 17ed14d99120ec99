import { startRole } from '../kit/role.ts'
import type { CrowdActs } from './roles/crowd.ts'
import type { ServerActs } from './roles/server-role.ts'

export interface SocketFigures {
  clientBytes: number
  serverBytes: number
  /** Number of sockets that still responded after the measurement. */
  answered: number
}

/** Measures the memory of each of `count` sockets in one process, at both ends. */
export const measureSockets = async (count: number, serverModule: string): Promise<SocketFigures> => {
  const server = startRole<ServerActs>(serverModule)
  const crowd = startRole<CrowdActs>(import.meta.resolve('./roles/crowd.ts'))
  const memory = (): Promise<[number, number]> => Promise.all([crowd.ask('rssBytes'), server.ask('rssBytes')])
  try {
    const port = await server.ask('listen')
    const [clientBefore, serverBefore] = await memory()
    await crowd.ask('open', { port, count })
    const [clientAfter, serverAfter] = await memory()
    return {
      clientBytes: (clientAfter - clientBefore) / count,
      serverBytes: (serverAfter - serverBefore) / count,
      answered: await crowd.ask('askAll'),
    }
  } finally {
    await crowd.stop()
    await server.stop()
  }
}
