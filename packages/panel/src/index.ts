import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runBuilder } from '@busbar/ui/run-builder'
import { root } from './build/root.ts'
import { isFresh } from './build/stamp.ts'

const folder = join(root, 'dist')
let made: Promise<string | null> | undefined

/**
 * The folder with the built panel. It is built when the sources are others than those of the last build, which takes seconds; where
 * the builder is not installed, what is there is used. Null when there is nothing.
 */
export const panelFolder = (): Promise<string | null> => {
  made ??= make()
  return made
}

const make = async (): Promise<string | null> => {
  if (isFresh(folder)) return folder
  if (!isBuilderThere()) return existsSync(join(folder, 'index.html')) ? folder : null
  await runBuilder(new URL('./build/program.ts', import.meta.url), folder)
  return folder
}

const isBuilderThere = (): boolean => {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}
