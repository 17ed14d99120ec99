import { createServer } from 'node:net'

/**
 * Takes a name for this process among all of the box, in the system's abstract namespace of sockets. Nothing is on disk: the system takes
 * the name back when the process ends, however it ends. What comes back gives it up; null: another has it.
 */
export const claimName = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(`\0${name}`, () => resolve(() => server.close()))
    server.unref()
  })

/** Takes a MAC among the gateways of this box. */
export const claimMac = (mac: string): Promise<(() => void) | null> => claimName(`busbar-gateway-mac-${mac}`)
