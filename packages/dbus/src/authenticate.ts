import { once } from 'node:events'
import type { Socket } from 'node:net'
import { DBusError } from './dbus-error.ts'

const lineBytesMax = 16_384
const refusal = 'org.freedesktop.DBus.Error.AuthFailed'

/** Says who we are, which the system itself vouches for (EXTERNAL). Nothing that comes after the answer is lost. */
export const authenticate = async (socket: Socket, uid: number, signal: AbortSignal): Promise<void> => {
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`)
  const answer = await readLine(socket, signal)
  if (!answer.startsWith('OK ')) throw new DBusError(`the bus does not let us in: ${answer.slice(0, 100)}`, refusal)
  socket.write('BEGIN\r\n')
}

const readLine = async (socket: Socket, signal: AbortSignal): Promise<string> => {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const part = socket.read() as Buffer | null
    if (part === null) {
      if (socket.readableEnded || socket.destroyed) throw new DBusError('the bus hung up', refusal)
      await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })])
      continue
    }
    bytes = Buffer.concat([bytes, part])
    const end = bytes.indexOf('\r\n')
    if (end >= 0) {
      socket.unshift(bytes.subarray(end + 2))
      return bytes.toString('latin1', 0, end)
    }
    if (bytes.length > lineBytesMax) throw new DBusError('the bus talks without end', refusal)
  }
}
