import { join } from 'node:path'
import { builtFolder } from '@busbar/ui/built'
import { root } from './build/root.ts'
import { isFresh } from './build/stamp.ts'

let built: Promise<string | null> | undefined

/** The folder with the console, built if need be; null when there is none. */
export const consoleFolder = (): Promise<string | null> => {
  built ??= builtFolder({
    folder: join(root, 'dist'),
    isFresh,
    builder: new URL('./build/program.ts', import.meta.url),
  })
  return built
}
