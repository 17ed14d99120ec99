import { createServer } from 'node:net'

/** Below the ephemeral ports of Linux, so that no other program receives one of these meanwhile. */
const portMin = 20_000
const portMax = 31_999

/** Processes side by side begin at different ones. */
let next = portMin + ((process.pid * 97) % (portMax - portMin))

/** Returns a port on which no program listens. */
export const freePort = async (): Promise<number> => {
  do next = next === portMax ? portMin : next + 1
  while (!(await isFree(next)))
  return next
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
