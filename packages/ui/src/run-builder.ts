import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Runs a program that builds pages into a folder. In a process of its own: it has work for every core and keeps much memory, and who
 * waits for it has other things to do meanwhile.
 */
export const runBuilder = async (program: URL, folder: string): Promise<void> => {
  const path = fileURLToPath(program)
  const child = spawn(process.execPath, [path, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0) throw new Error(`${path} ended with ${signal ?? code}`)
}
