import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SourceChange } from './operators.ts'

export interface MutantTrial {
  outcome: 'killed' | 'survived' | 'timeout'
  tookMs: number
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Runs the tests over one mutant, or over the sources as they are, until the first fails. */
export const runTrial = async (
  root: string,
  tests: readonly string[],
  timeoutMs: number,
  mutant?: SourceChange & { path: string },
): Promise<MutantTrial> => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mutant-'))
  // A database server of tests that run as root has an account of its own.
  chmodSync(folder, 0o755)
  const startedAt = performance.now()
  const args = [
    '--import',
    here('swap.ts'),
    '--test',
    '--test-isolation=none',
    '--test-reporter',
    here('first-failure.ts'),
  ]
  const child = spawn(process.execPath, [...args, ...tests], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder, ...(mutant && { BUSBAR_MUTANT: mutated(root, mutant) }) },
    // Sent as SIGKILL: an endless loop hears nothing else.
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  // A looping process does not handle SIGINT and would outlive this one.
  const end = (): void => {
    child.kill('SIGKILL')
    cleanUp(folder)
  }
  process.once('exit', end)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  process.off('exit', end)
  const tookMs = performance.now() - startedAt
  cleanUp(folder)
  if (signal === 'SIGKILL') return { outcome: 'timeout', tookMs }
  return { outcome: code === 0 ? 'survived' : 'killed', tookMs }
}

const mutated = (root: string, { path, start, end, text }: SourceChange & { path: string }): string =>
  JSON.stringify({ url: pathToFileURL(join(root, path)).href, start, end, text })

/** A database server that lost its tests takes a moment to end, and may write meanwhile. */
const cleanUp = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch {
    // Then the folder stays, like any that a killed program leaves in the folder for temporary files.
  }
}
