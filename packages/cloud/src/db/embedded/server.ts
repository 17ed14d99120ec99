import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pidFileLines } from './orphan.ts'
import { type Launch, nameFor, spawnOptions, Tail } from './program.ts'
import { settingArguments } from './settings.ts'

export interface ServerOptions extends Launch {
  data: string
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** A server that answers. */
export interface Server {
  /** Resolves when its process is gone, whoever ended it. */
  ended: Promise<void>
  stop(): Promise<void>
}

type Child = ChildProcessByStdio<Writable, null, Readable>

const readyMs = 5 * 60_000
const stopMs = 60_000
const dyingMs = 10_000
const pollMs = 5

/**
 * The shell becomes the server, so that its pid and its end are the server's. Before, it leaves a watchdog behind, which
 * waits at the other end of our pipe: a line sends it home; the end of the pipe without a line is our end, however that
 * came, and then the server is told to stop, if it is still the same process.
 */
const watchdog = [
  'exec 3<&0',
  `( trap '' INT TERM HUP; { read -r _ <&3 || [ ! /proc/$$/cwd -ef . ] || kill -INT $$; } >/dev/null 2>&1 & )`,
  'exec "$0" "$@" 3<&- </dev/null',
].join('\n')

/** Starts the server. The children of one that was killed may need a moment to notice and to let go. */
export const startServer = async (options: ServerOptions): Promise<Server> => {
  for (const deadline = performance.now() + dyingMs; ; await sleep(pollMs * 4)) {
    const said = new Tail()
    const child = launch(options, said)
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error))
    if (await Promise.race([becomesReady(child, options.data), failed])) {
      return { ended, stop: () => stop(child, ended) }
    }
    await stop(child, ended)
    const isHeld = /pre-existing shared memory block/.test(said.text)
    if (!isHeld || performance.now() > deadline) throw new Error(said.text || 'it did not answer in time')
  }
}

const launch = (options: ServerOptions, said: Tail): Child => {
  const { binaries, account, data, settings, log } = options
  const args = [join(binaries.folder, 'bin/postgres'), '-D', nameFor(data, account), ...settingArguments(settings)]
  const child = spawn('/bin/sh', ['-c', watchdog, ...args], {
    ...spawnOptions(options, data),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.once('exit', () => child.stdin.end('\n'))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.add(text)
    for (const line of text.split('\n')) if (line !== '') log(line)
  })
  return child
}

const isRunning = ({ exitCode, signalCode, pid }: Child): boolean =>
  pid !== undefined && exitCode === null && signalCode === null

/** The server writes its state as the eighth line of its pid file. */
const becomesReady = async (child: Child, data: string): Promise<boolean> => {
  for (const deadline = performance.now() + readyMs; performance.now() < deadline; await sleep(pollMs)) {
    if (!isRunning(child)) return false
    const lines = pidFileLines(data)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
  }
  return false
}

/** Fast: clients are cut off, what was committed is written. One that hangs is ended without its last checkpoint. */
const stop = async (child: Child, ended: Promise<void>): Promise<void> => {
  if (!isRunning(child)) return ended
  const impatient = setTimeout(() => child.kill('SIGQUIT'), stopMs)
  child.kill('SIGINT')
  await ended
  clearTimeout(impatient)
}
