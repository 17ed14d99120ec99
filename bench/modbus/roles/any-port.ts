import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on a free port of loopback, and gives it. */
export const listenAnywhere = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('it listens on no port')
  return at.port
}
