import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/*
 * Machines that are network namespaces of their own, with cables between them. Nothing of it reaches this machine's network.
 */

const run = promisify(execFile)
const main = new URL('../../cli/src/main.ts', import.meta.url).pathname

/** Why there can be no such machines here; nothing where there can. */
export const missingForVpn = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'it needs root'
  const paths = [
    '/usr/bin/wg',
    '/usr/sbin/nft',
    '/usr/sbin/ip',
    '/usr/bin/curl',
    '/usr/bin/wireguard-go',
    '/dev/net/tun',
  ]
  const absent = paths.find((path) => !existsSync(path))
  return absent === undefined ? undefined : `there is no ${absent}`
}

/** A program that runs on a machine. */
export interface Program {
  /** The next line that it says. */
  line(): Promise<string>
  stop(): Promise<void>
}

/** Represents a simulated machine in its own namespaces. */
export class Machine {
  readonly #name: string
  readonly #programs: ChildProcess[] = []

  private constructor(name: string) {
    this.#name = name
  }

  static async make(name: string): Promise<Machine> {
    const own = `bb${process.pid}${name}`
    await run('ip', ['netns', 'add', own])
    const machine = new Machine(own)
    await machine.ip('link', 'set', 'lo', 'up')
    return machine
  }

  /** Connects two, each with a name for its end and an address. */
  static async cable(one: [Machine, string, string], other: [Machine, string, string]): Promise<void> {
    const [here, name, address] = one
    const [there, otherName, otherAddress] = other
    await here.ip('link', 'add', name, 'type', 'veth', 'peer', 'name', otherName, 'netns', there.#name)
    await here.ip('address', 'add', address, 'dev', name)
    await there.ip('address', 'add', otherAddress, 'dev', otherName)
    await here.ip('link', 'set', name, 'up')
    await there.ip('link', 'set', otherName, 'up')
  }

  async ip(...args: string[]): Promise<string> {
    return (await run('ip', ['-n', this.#name, ...args])).stdout
  }

  async run(...command: string[]): Promise<string> {
    const { stdout } = await run('ip', ['netns', 'exec', this.#name, ...command], { timeout: 60_000 })
    return stdout
  }

  /** Asks by HTTP from here; the status, and what was answered. */
  async ask(url: string, options: { token?: string; body?: object; from?: string; seconds?: number } = {}) {
    const { token, body, from, seconds = 20 } = options
    const args = [
      '-s',
      '-m',
      String(seconds),
      '-w',
      '\n%{http_code}',
      '-H',
      'content-type: application/json',
      ...(token === undefined ? [] : ['-H', `authorization: ${token}`]),
      ...(body === undefined ? [] : ['-d', JSON.stringify(body)]),
      ...(from === undefined ? [] : ['--interface', from]),
    ]
    const output = await this.run('curl', ...args, url).catch((error: { stdout?: string }) => error.stdout ?? '\n0')
    const [status = '0', ...lines] = output.trim().split('\n').toReversed()
    const text = lines.toReversed().join('\n')
    return {
      status: Number(status),
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as unknown,
    }
  }

  /** The real program, with sockets of WireGuard of its own. */
  busbar(...args: string[]): Program {
    return this.shell('mount -t tmpfs tmpfs /run && exec "$@"', process.execPath, main, ...args)
  }

  /** A script, which runs until it is stopped. */
  shell(script: string, ...args: string[]): Program {
    const words = ['netns', 'exec', this.#name, 'sh', '-c', script, 'sh', ...args]
    const program = spawn('ip', words, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#programs.push(program)
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
    const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
    return {
      line: async () => String((await lines.next()).value),
      async stop() {
        if (program.exitCode === null && program.signalCode === null) program.kill('SIGTERM')
        await ended
      },
    }
  }

  async end(): Promise<void> {
    for (const program of this.#programs) program.kill('SIGKILL')
    await run('ip', ['netns', 'delete', this.#name]).catch(() => undefined)
  }
}
