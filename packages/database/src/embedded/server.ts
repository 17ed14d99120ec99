import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseProblem } from '../problem.ts'
import { pidFileLines } from './orphan.ts'
import { killChildren, recoveryWork } from './processes.ts'
import { type LaunchOptions, nameFor, OutputTail, spawnOptions } from './program.ts'
import { ReadinessWatch } from './readiness-watch.ts'
import type { ServerTimeouts } from './times.ts'

/** Passed at every start, so that updates also apply to existing clusters. */
const ownSettings: Readonly<Record<string, string>> = {
  // Only the owner of the data folder can connect.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0600',
  // Sized for one service with a small pool; the rest is for an administrator.
  max_connections: '50',
  max_parallel_workers_per_gather: '0',
  shared_buffers: '96MB',
  // Pages are in memory or on flash, where random access costs little, so indexes pay off.
  random_page_cost: '1.1',
  // Right after an import the planner must not assume empty tables.
  autovacuum_naptime: '10s',
  // A recorded reading survives a power cut. There are no replicas, so the WAL need not support them.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '64MB',
  max_wal_size: '1GB',
  io_method: 'sync',
  jit: 'off',
  // Statements are short: planning each one would cost as much as executing it.
  plan_cache_mode: 'force_generic_plan',
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

const settingArguments = (changes: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...ownSettings, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

export interface ServerOptions extends LaunchOptions {
  data: string
  settings: Readonly<Record<string, string>>
  times: ServerTimeouts
  log: (line: string) => void
}

/** A server that accepts connections. */
export interface Server {
  /** Resolves when its process has ended. */
  ended: Promise<void>
  /**
   * Fast shutdown: clients are disconnected, committed data are written. A hanging server is killed, at once if it is
   * hopeless.
   */
  stop(isHopeless?: boolean): Promise<void>
}

/** The server runs but does not become ready. */
export class StuckServer extends Error {
  override name = 'StuckServer'
}

type Child = ChildProcessByStdio<Writable, null, Readable>

const dyingMs = 10_000
const pollMs = 5
/** Other processes may still have the server's error output open when it has ended. */
const outputMs = 500

/**
 * The shell replaces itself with the server, so that pid and exit status are the server's. It leaves a watchdog that
 * reads our pipe: a line ends the watchdog; end of file without a line means that we ended, and the watchdog stops the
 * server if it is still the same process.
 */
const watchdog = [
  'exec 3<&0',
  `( trap '' INT TERM HUP; { read -r _ <&3 || [ ! /proc/$$/cwd -ef . ] || kill -INT $$; } >/dev/null 2>&1 & )`,
  'exec "$0" "$@" 3<&- </dev/null',
].join('\n')

/** Starts the server. Child processes of a killed one may need a moment to release its memory. */
export const startServer = async (options: ServerOptions, signal?: AbortSignal): Promise<Server> => {
  for (const deadline = performance.now() + dyingMs; ; await sleep(pollMs * 4)) {
    const output = new OutputTail()
    const child = launch(options, output)
    const ended = endOf(child)
    const server = { ended, stop: (isHopeless = false) => stop(child, ended, options, isHopeless) }
    const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error))
    const outcome = await Promise.race([becomesReady(child, options, signal), failed])
    if (outcome === 'ready') return server
    if (outcome !== 'ended') {
      await server.stop(true)
      throw new StuckServer(`${outcome}: ${output.text}`)
    }
    await ended
    const isMemoryHeld = /pre-existing shared memory block/.test(output.text)
    if (!isMemoryHeld || performance.now() > deadline) throw new Error(output.text || 'it ended without output')
  }
}

const endOf = async (child: Child): Promise<void> => {
  const closed = once(child, 'close')
  await once(child, 'exit')
  await Promise.race([closed, sleep(outputMs)])
}

const launch = (options: ServerOptions, output: OutputTail): Child => {
  const { binaries, account, data, settings, log } = options
  const args = [join(binaries.folder, 'bin/postgres'), '-D', nameFor(data, account), ...settingArguments(settings)]
  const child = spawn('/bin/sh', ['-c', watchdog, ...args], {
    ...spawnOptions(options, data),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.once('exit', () => child.stdin.end('\n'))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.add(text)
    for (const line of text.split('\n')) if (line !== '') log(line)
  })
  return child
}

const isRunning = ({ exitCode, signalCode, pid }: Child): boolean =>
  pid !== undefined && exitCode === null && signalCode === null

/** Waits until the server is ready, which its pid file shows in line eight. Otherwise returns why there is no hope. */
const becomesReady = async (
  child: Child,
  { data, times }: ServerOptions,
  signal: AbortSignal | undefined,
): Promise<string> => {
  // The recovery process starts only after a delay of unknown length.
  const watch = new ReadinessWatch({ ...times, abandonedMs: Number.POSITIVE_INFINITY })
  for (let checkedAt = -Infinity; ; await sleep(pollMs)) {
    if (!isRunning(child)) return 'ended'
    if (signal?.aborted) return 'it is told to stop'
    const lines = pidFileLines(data)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return 'ready'
    const now = performance.now()
    if (now - checkedAt < times.checkMs) continue
    checkedAt = now
    const stuckReason = watch.observe('starting', recoveryWork(data), now)
    if (stuckReason !== null) return stuckReason
  }
}

/**
 * Sends stronger signals after time limits. A server killed before its last checkpoint recovers at the next start
 * without loss.
 */
const stop = async (
  child: Child,
  ended: Promise<void>,
  { data, times: { fastMs, immediateMs, killMs } }: ServerOptions,
  isHopeless: boolean,
): Promise<void> => {
  const signals = [
    ['SIGINT', isHopeless ? 0 : fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', killMs],
  ] as const
  for (const [signal, ms] of signals) {
    if (ms === 0) continue
    if (isRunning(child)) child.kill(signal)
    if (signal === 'SIGKILL') killChildren(data)
    const late = new AbortController()
    const isLate = await Promise.race([
      ended.then(() => false),
      sleep(ms, true, { signal: late.signal }).catch(() => false),
    ])
    late.abort()
    if (!isLate) return
  }
  throw new DatabaseProblem(`PostgreSQL (process ${child.pid}) cannot be killed.`)
}
