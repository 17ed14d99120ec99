import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { exponentialBackOff } from '@busbar/kit'
import { isOutOfFiles } from '../unavailable.ts'
import { superuser } from './cluster.ts'
import { explain } from './explain.ts'
import { clearOrphan } from './orphan.ts'
import { recoveryWork } from './processes.ts'
import { type Readiness, ReadinessWatch } from './readiness-watch.ts'
import { type Server, type ServerOptions, StuckServer, startServer } from './server.ts'

const protocol = 0x00_03_00_00
const terminate = Buffer.from([0x58, 0, 0, 0, 4])
const cannotConnectNow = '57P03'
const answerBytesMax = 4096

const greeting = (): Buffer => {
  const words = Buffer.from(`user\0${superuser}\0database\0postgres\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + words.length)
  head.writeUInt32BE(protocol, 4)
  return Buffer.concat([head, words])
}

/** Connects like a client, because the pid file also shows `ready` during crash recovery. */
export const probeReadiness = (socketPath: string, answerMs: number): Promise<Readiness> =>
  new Promise((resolve) => {
    const socket = connect(socketPath, () => socket.write(greeting()))
    const late = setTimeout(() => end('silent'), answerMs)
    const end = (readiness: Readiness): void => {
      clearTimeout(late)
      if (readiness === 'ready') socket.end(terminate, () => socket.destroy())
      else socket.destroy()
      resolve(readiness)
    }
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
      if (answer.includes(`C${cannotConnectNow}\0`)) end('starting')
      // Any other response, even a refusal for lack of connections, shows that the server is up.
      else if (answer.startsWith('R') || answer.length > answerBytesMax) end('ready')
    })
    socket.on('error', (error) => isOutOfFiles(error) && end('unknown'))
    socket.once('close', () => end(answer === '' ? 'silent' : 'ready'))
  })

export interface SupervisedServer {
  /** Resolves when the server has ended and could not be restarted. */
  failed: Promise<Error>
  stop(): Promise<void>
}

/** First start: a stuck server is retried; one that ended with a reason is not, because it would fail again. */
export const startFirst = async (options: ServerOptions): Promise<Server> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startServer(options)
    } catch (error) {
      if (!(error instanceof StuckServer) || tries >= options.times.firstTries) throw error
      options.log(`The server got stuck while starting and is restarted: ${endReasonOf(error)}`)
      await clearOrphan(options.data, options.times)
    }
  }
}

/** Restarts a server that ends unexpectedly or accepts no connections, several times in a row with growing pauses. */
export const supervise = (options: ServerOptions, first: Server, socketPath: string): SupervisedServer => {
  const { data, times, log } = options
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const stopping = new AbortController()
  const { signal } = stopping
  const isStopping = (): boolean => signal.aborted
  let server: Server | null = first

  const startAgain = async (tries: number): Promise<Server> => {
    const pauseMs = tries === 1 ? 0 : exponentialBackOff(tries - 2, times.pauseMs, times.pauseMsMax)
    await sleep(pauseMs, undefined, { signal })
    await clearOrphan(data, times)
    return startServer(options, signal)
  }

  const watch = async (): Promise<void> => {
    for (let tries = 0, why: unknown = null; !isStopping(); ) {
      if (server !== null) {
        const startedAt = performance.now()
        why = await endOrStuck(server, options, socketPath)
        if (isStopping()) return
        await server.stop(true)
        server = null
        if (performance.now() - startedAt >= times.healthyMs) tries = 0
      }
      if (tries >= times.tries) throw why
      tries += 1
      log(`WARNING: the server is restarted, attempt ${tries} of ${times.tries}: ${endReasonOf(why)}`)
      try {
        server = await startAgain(tries)
      } catch (error) {
        why = error
      }
    }
    await server?.stop()
  }
  const watching = watch().catch((error: unknown) => fail(explain(error, data)))
  const stop = async (): Promise<void> => {
    stopping.abort()
    await server?.stop()
    await watching
  }
  return { failed, stop }
}

/** Extracts the reason from the output of a server that ended. */
const endReasonOf = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n')
  const cause = error instanceof StuckServer ? undefined : lines.findLast((line) => /^(FATAL|PANIC|ERROR):/.test(line))
  return cause ?? lines[0] ?? ''
}

/** Resolves with the reason when the server has ended or is stuck. */
const endOrStuck = async (server: Server, { data, times }: ServerOptions, socketPath: string): Promise<Error> => {
  const watch = new ReadinessWatch(times)
  const ended = server.ended.then(() => true)
  for (;;) {
    const waiting = new AbortController()
    const pause = sleep(times.checkMs, false, { signal: waiting.signal }).catch(() => false)
    const isOver = await Promise.race([ended, pause])
    waiting.abort()
    if (isOver) return new Error('it ended unexpectedly')
    const readiness = await probeReadiness(socketPath, times.answerMs)
    const work = readiness === 'ready' ? null : recoveryWork(data)
    const stuckReason = watch.observe(readiness, work, performance.now())
    if (stuckReason !== null) return new StuckServer(stuckReason)
  }
}
