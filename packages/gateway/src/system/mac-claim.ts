import { createServer } from 'node:net'

/** Nothing is on disk: the system takes the name back when the process ends, however it ends. */
const nameOf = (mac: string): string => `\0busbar-gateway-mac-${mac}`

/** Takes a MAC for this process among all gateways of the box. What comes back gives it up; null: another has it. */
export const claimMac = (mac: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(nameOf(mac), () => resolve(() => server.close()))
    server.unref()
  })
