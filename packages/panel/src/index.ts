import { join } from 'node:path'
import { builtFolder } from '@busbar/ui/built'
import { isFresh, root } from './build/stamp.ts'

let built: Promise<string | null> | undefined

/** The folder with the panel, built if need be; null when there is none. */
export const panelFolder = (): Promise<string | null> => {
  built ??= builtFolder({
    folder: join(root, 'dist'),
    isFresh,
    builder: new URL('./build/program.ts', import.meta.url),
  })
  return built
}
