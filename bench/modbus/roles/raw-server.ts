import { createServer } from 'node:net'
import { requestBytes, response, responseBytes } from '../data.ts'
import { listenAnywhere } from './any-port.ts'
import { playServer } from './server-role.ts'

/** The floor: counts the bytes that come and writes one constant response for each request, with its transaction. */
const server = createServer({ noDelay: true }, (socket) => {
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    const all = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
    const count = Math.floor(all.length / requestBytes)
    pending = all.subarray(count * requestBytes)
    const answer = Buffer.allocUnsafe(count * responseBytes)
    for (let i = 0; i < count; i += 1) {
      response.copy(answer, i * responseBytes)
      all.copy(answer, i * responseBytes, i * requestBytes, i * requestBytes + 2)
    }
    if (count > 0) socket.write(answer)
  })
  socket.on('error', () => socket.destroy())
})

playServer(() => listenAnywhere(server))
