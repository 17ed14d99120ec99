import { connect, type Socket } from 'node:net'

interface Place {
  path?: string | false
  host: string[]
  port: number[]
}

/**
 * A socket for the `postgres` client. Of one that ends with an error the client forgets statements that were given between the error and the
 * end: nobody ever hears of them. So it ends as if there had been none; the error itself is told before.
 */
export const openSocket = ({ path, host, port }: Place): Socket => {
  const socket = path ? connect(path) : connect(port[0] ?? 5432, host[0])
  const emit = socket.emit.bind(socket) as (event: string, ...details: unknown[]) => boolean
  socket.emit = (event: string, ...details: unknown[]) =>
    event === 'close' ? emit('close', false) : emit(event, ...details)
  return socket
}
