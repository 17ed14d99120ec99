import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface PageBuild {
  /** The folder of the build. */
  folder: string
  /** Returns whether a folder contains a build of the current sources. */
  isFresh: (folder: string) => boolean
  /** The program that builds them into a folder. */
  builder: URL
}

interface BuildTools {
  /** False in production, where the tools of the builder are not installed. */
  areThere: boolean
  run: (builder: URL, folder: string) => Promise<void>
}

/**
 * Returns the folder with built pages; null if there is none. Pages are built when their sources have changed since the
 * last build, which takes seconds. Where the builder is not installed, as in production, the last build is used.
 */
export const builtFolder = async (
  { folder, isFresh, builder }: PageBuild,
  tools: BuildTools = { areThere: isInstalled('vite'), run: runBuilder },
): Promise<string | null> => {
  if (isFresh(folder)) return folder
  if (!tools.areThere) return existsSync(join(folder, 'index.html')) ? folder : null
  await tools.run(builder, folder)
  return folder
}

const isInstalled = (name: string): boolean => {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

/**
 * In a process of its own: it has work for every core and keeps much memory, and its caller has other things to do meanwhile. It says when
 * the pages are there, and goes on to make their compressed files shorter.
 */
const runBuilder = async (builder: URL, folder: string): Promise<void> => {
  const path = fileURLToPath(builder)
  const child = spawn(process.execPath, [path, folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  const first = await Promise.race([once(child, 'message').then(() => null), ended])
  if (first !== null) throw new Error(`${path} ended with ${first[1] ?? first[0]} before the pages were there`)
  child.disconnect()
  child.unref()
}
