import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { openPty } from '@busbar/serial'
import type { AtModem } from './at-modem.ts'

export interface ServedModem {
  stop(): Promise<void>
}

/** At a socket of this machine; a name that begins with a zero lies in the abstract space. Who comes later takes the modem over. */
export const serveAtSocket = async (modem: AtModem, path: string): Promise<ServedModem> => {
  let program: Socket | undefined
  const server = createServer((socket) => {
    program?.destroy()
    program = socket
    socket.on('data', (bytes: Buffer) => modem.push(bytes))
    socket.on('error', () => socket.destroy())
  })
  const send = (bytes: Uint8Array): void => void program?.write(bytes)
  modem.on('bytes', send)
  server.listen(path)
  await once(server, 'listening')
  return {
    stop: async () => {
      modem.off('bytes', send)
      program?.destroy()
      server.close()
    },
  }
}

/** On a new pseudo-terminal of this name. */
export const serveOnPty = async (modem: AtModem, link: string): Promise<ServedModem> => {
  const pty = await openPty({ link })
  const send = (bytes: Uint8Array): void => void pty.write(bytes)
  modem.on('bytes', send)
  pty.on('data', (bytes: Uint8Array) => modem.push(bytes))
  return {
    stop: async () => {
      modem.off('bytes', send)
      await pty.close()
    },
  }
}
