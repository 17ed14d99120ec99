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

/** Modules of kit that browsers may load. The others need Node. */
export const kitInBrowsers: readonly string[] = ['at', 'decimal-unit', 'visible-text']

interface BuiltFile {
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>
}

/** A plugin of Vite that fails a build with code of any other module of kit. Modules that tree shaking empties do not count. */
export const noOtherKit = {
  name: 'no-other-kit',
  generateBundle(_options: unknown, files: Readonly<Record<string, object>>): void {
    const wrong = Object.values(files).flatMap(({ modules = {} }: BuiltFile) =>
      Object.entries(modules).flatMap(([path, { renderedLength }]) => {
        const [, name] = /\/packages\/kit\/src\/(.+)\.ts$/.exec(path.replaceAll('\\', '/')) ?? []
        return name === undefined || renderedLength === 0 || kitInBrowsers.includes(name) ? [] : [name]
      }),
    )
    if (wrong.length > 0) throw new Error(`browsers would load these modules of kit: ${[...new Set(wrong)].join(', ')}`)
  },
}
