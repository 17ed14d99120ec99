import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../kit/free-port.ts'
import { tempFolder } from '../../kit/temp-folder.ts'

const program = 'victoria-metrics'
const readyTries = 100
const betweenTriesMs = 100
/** Files that stay the same for so long are merged. */
const settledMs = 2000

export const isVictoriaFound = (): boolean => spawnSync(program, ['-version']).status === 0

/** A server on loopback with a temporary folder. */
export class VictoriaServer {
  readonly #folder = tempFolder()
  #child: ChildProcess | null = null
  #url = ''

  async start(): Promise<void> {
    const port = await freePort()
    this.#url = `http://127.0.0.1:${port}`
    const settings = [
      `-storageDataPath=${this.#folder.path}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-loggerLevel=ERROR',
    ]
    this.#child = spawn(program, settings, { stdio: ['ignore', 'ignore', 'inherit'] })
    for (let tries = 1; !(await this.#isReady()); tries += 1) {
      if (tries === readyTries) throw new Error('VictoriaMetrics does not answer')
      await sleep(betweenTriesMs)
    }
  }

  async send(path: string, body: string): Promise<void> {
    const response = await fetch(`${this.#url}${path}`, { method: 'POST', body })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    await response.arrayBuffer()
  }

  async ask(path: string, query: Readonly<Record<string, string | number>>): Promise<string> {
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${this.#url}${path}?${words.toString()}`)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.text()
  }

  /** Makes sent readings available to queries. */
  async flush(): Promise<void> {
    await this.ask('/internal/force_flush', {})
  }

  /** After it has merged what it would merge before long. */
  async bytes(): Promise<number> {
    await this.flush()
    await this.ask('/internal/force_merge', {})
    let before = -1
    for (let size = sizeOf(this.#folder.path); size !== before; size = sizeOf(this.#folder.path)) {
      before = size
      await sleep(settledMs)
    }
    return before
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child !== null && child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
    this.#folder.remove()
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.#url}/health`)).ok
    } catch {
      return false
    }
  }
}

const sizeOf = (path: string): number => {
  // Files go while they are merged.
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.blocks * 512
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
