import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type ServeOptions, serve } from '../server/serve.ts'

export interface ListenOptions extends Omit<ServeOptions, 'onClose'> {
  host?: string
  /** 0 takes any free port. */
  port: number
  /** Maximum number of connections; a further one is closed at once. */
  connectionsMax?: number
  /** A client that is silent for so long is closed; 0 never. */
  idleSec?: number
  /** Takes a new socket over instead of serving it plainly. */
  onConnection?(socket: Socket): void
}

export interface Listener {
  readonly port: number
  readonly connections: number
  close(): Promise<void>
}

/** A Modbus server for many clients. */
export const listen = async (options: ListenOptions): Promise<Listener> => {
  const { host = '127.0.0.1', port, connectionsMax = 1024, idleSec = 0 } = options
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    if (sockets.size >= connectionsMax) return socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setTimeout(idleSec * 1000, () => socket.destroy())
    if (options.onConnection === undefined) serve(socket, options)
    else options.onConnection(socket)
  })
  server.listen({ host, port, backlog: 1024 })
  await once(server, 'listening')
  // Too many open files, say: this client is lost, the others and the next are not.
  server.on('error', (error) => options.onError?.(error))
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return sockets.size
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
