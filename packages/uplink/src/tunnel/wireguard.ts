import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  addLink,
  type Command,
  removeLink,
  setupText,
  showDump,
  showLink,
  syncSetup,
  type TunnelSetup,
} from './commands.ts'
import { parseDump, type TunnelStatus } from './dump.ts'

const commandMs = 10_000
const outputBytesMax = 4_194_304
const startMs = 3000
const checkIntervalMs = 20
/** User-space program for kernels without WireGuard. */
const withoutKernel = 'wireguard-go'
const path = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Returns standard output; rejects with standard error. */
export const runCommand = ({ program, args, input }: Command): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { timeout: commandMs, maxBuffer: outputBytesMax, env: { PATH: path } }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const reason = stderr.trim() || error.message
      reject(Object.assign(new Error(`${program}: ${reason}`), { code: error.code }))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })

const netAdmin = 12n

/** True if this process may change the network. */
export const hasNetAdmin = async (): Promise<boolean> => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'
  return ((BigInt(`0x${effective}`) >> netAdmin) & 1n) === 1n
}

/** A WireGuard interface, in the kernel or kept by a running `wireguard-go`. */
export class Wireguard {
  readonly #name: string
  #program: ChildProcess | null = null

  constructor(name: string) {
    this.#name = name
  }

  /** Rejects where neither the kernel nor the program can make it. One that was left by an earlier run is used. */
  async make(): Promise<void> {
    if (await this.#isThere()) return
    try {
      await runCommand(addLink(this.#name))
    } catch (error) {
      await this.#startProgram(error)
    }
  }

  /** True if the interface belongs to a child process and ends with this one. */
  get isProgram(): boolean {
    return this.#program !== null
  }

  /** Unchanged peers keep their sessions. The private key is briefly in a file that only this user can open. */
  async setUp(setup: TunnelSetup): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'busbar-tunnel-'))
    try {
      const file = join(folder, 'setup')
      await writeFile(file, setupText(setup), { mode: 0o600 })
      await runCommand(syncSetup(this.#name, file))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Null when the interface does not exist. */
  async status(): Promise<TunnelStatus | null> {
    const dump = await runCommand(showDump(this.#name)).catch(() => null)
    return dump === null ? null : parseDump(dump)
  }

  async remove(): Promise<void> {
    const program = this.#program
    this.#program = null
    if (await this.#isThere()) await runCommand(removeLink(this.#name)).catch(() => '')
    if (program !== null && program.exitCode === null) program.kill()
  }

  #isThere(): Promise<boolean> {
    return runCommand(showLink(this.#name)).then(
      () => true,
      () => false,
    )
  }

  async #startProgram(kernel: unknown): Promise<void> {
    const env = { PATH: path, LOG_LEVEL: 'error', WG_PROCESS_FOREGROUND: '1' }
    const program = spawn(withoutKernel, ['-f', this.#name], { stdio: 'ignore', env })
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    failed.catch(() => {})
    program.once('error', (error) => fail(error))
    program.once('exit', () => {
      fail(new Error('wireguard-go exited'))
      if (this.#program === program) this.#program = null
    })
    this.#program = program
    try {
      for (let waitedMs = 0; (await Promise.race([this.status(), failed])) === null; waitedMs += checkIntervalMs) {
        if (waitedMs >= startMs) throw new Error('wireguard-go did not start')
        await setTimeout(checkIntervalMs)
      }
    } catch (error) {
      await this.remove()
      program.kill()
      throw new Error(`${messageOf(kernel)}; ${messageOf(error)}`, { cause: error })
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Keys of WireGuard: X25519, 32 bytes, in base64. */
const asymmetricKeyType = 'x25519'

export const newTunnelKey = (): string =>
  generateKeyPairSync(asymmetricKeyType).privateKey.export({ format: 'raw-private' }).toString('base64')

export const publicKeyOf = (privateKey: string): string => {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'raw-private', asymmetricKeyType })
  return createPublicKey(key).export({ format: 'raw-public' }).toString('base64')
}

/** Accepts canonical base64 only. */
export const isTunnelKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}
