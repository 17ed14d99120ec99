import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Target } from './finder.ts'

/** For finding the address and connecting to it together. */
const limitMs = 10_000

/** Gives what `act` gives, if it does so in time and is not cancelled. */
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
    // The taker of the socket listens for itself; one that is given up may still complain.
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
