import { setPriority } from 'node:os'
import { compressFurther } from './compress.ts'

/** The program that `builtFolder` runs: says when the pages are there. What makes them shorter is for the next start, and nothing should wait for it. */
export const runBuilder = async (build: (folder: string) => Promise<void>): Promise<void> => {
  const [, , folder] = process.argv
  if (folder === undefined) throw new Error('into which folder?')
  await build(folder)
  if (process.send !== undefined) await tellParent('made')
  try {
    setPriority(10)
  } catch {
    // Not every system allows it.
  }
  compressFurther(folder)
}

const tellParent = (word: string): Promise<void> => new Promise((resolve) => process.send?.(word, () => resolve()))
