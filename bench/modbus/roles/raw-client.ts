import { once } from 'node:events'
import { connect } from 'node:net'
import { request, requestBytes, responseBytes } from '../data.ts'
import { playClient } from './client-role.ts'

const buffer = Buffer.alloc(65_536)

/** The floor: writes one constant request again and again and counts the bytes that come. */
playClient(async ({ port, depth }) => {
  const requests = Buffer.concat(Array.from({ length: depth }, () => request))
  const { promise, resolve } = Promise.withResolvers<number>()
  let untilMs = 0
  let bytes = 0
  let answered = 0
  const callback = (more: number): boolean => {
    bytes += more
    const fresh = Math.floor(bytes / responseBytes) - answered
    answered += fresh
    if (performance.now() >= untilMs) resolve(answered)
    else if (fresh > 0) socket.write(requests.subarray(0, fresh * requestBytes))
    return true
  }
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback } })
  await once(socket, 'connect')
  return {
    ask(endMs) {
      untilMs = endMs
      socket.write(requests)
      return promise
    },
    close: () => socket.destroy(),
  }
})
