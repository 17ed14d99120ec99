import { createServer } from 'node:net'

/**
 * Reserves a name for this process among all on the box, in the abstract socket namespace. Nothing is on disk: the
 * system releases the name when the process ends. The returned function releases it; null when another process has it.
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

/** Reserves a MAC among the gateways of this box. */
export const claimMac = (mac: string): Promise<(() => void) | null> => claimName(`busbar-gateway-mac-${mac}`)
