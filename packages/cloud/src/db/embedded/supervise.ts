import { setTimeout as sleep } from 'node:timers/promises'
import { explain } from './explain.ts'
import { clearOrphan } from './orphan.ts'
import { type Server, type ServerOptions, startServer } from './server.ts'

export interface Supervised {
  /** Resolves when the server ended by itself and could not be started again. */
  failed: Promise<Error>
  stop(): Promise<void>
}

const soonMs = 10_000
const pauseMs = 1000

/** Starts a server that ends before its time again; one that does so often, with pauses. */
export const supervise = (options: ServerOptions, first: Server): Supervised => {
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const stopping = new AbortController()
  const isStopping = (): boolean => stopping.signal.aborted
  let server = first
  const watch = async (): Promise<void> => {
    for (let restartedAt = -Infinity; ; restartedAt = performance.now()) {
      await server.ended
      if (isStopping()) return
      options.log('The server ended unexpectedly; it is started again.')
      if (performance.now() - restartedAt < soonMs) await sleep(pauseMs)
      if (isStopping()) return
      await clearOrphan(options.data)
      server = await startServer(options)
      if (isStopping()) await server.stop()
    }
  }
  const watching = watch().catch((error: unknown) => fail(explain(error, options.data)))
  const stop = async (): Promise<void> => {
    stopping.abort()
    await server.stop()
    await watching
  }
  return { failed, stop }
}
