import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Target } from './finder.ts'

/** For finding the address and connecting to it together. */
const limitMs = 10_000

/** Returns the result of `act` unless it times out or is cancelled. */
export const inTime = async <T>(
  clock: Clock,
  abortSignal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const limit = new AbortController()
  const end = (why: string): void => {
    const error = new Error(why)
    limit.abort(error)
    reject(error)
  }
  const onAbort = (): void => end('cancelled')
  const cancel = clock.after(limitMs, () => end('nobody answered in time'))
  abortSignal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([act(limit.signal), over])
  } finally {
    cancel()
    abortSignal.removeEventListener('abort', onAbort)
  }
}

/** Connects to the first that can be reached. */
export const reachFirst = async (targets: readonly Target[], signal: AbortSignal): Promise<Socket> => {
  let last: unknown
  for (const { address: host, port, localAddress } of targets) {
    signal.throwIfAborted()
    const socket = connect({
      host,
      port,
      allowHalfOpen: true,
      noDelay: true,
      ...(localAddress !== undefined && { localAddress }),
    })
    // The user of the socket adds its own listener; an abandoned socket may still emit errors.
    socket.on('error', () => {})
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      last = error
    }
  }
  throw last
}
