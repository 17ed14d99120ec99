import { existsSync, renameSync, rmSync } from 'node:fs'
import { compressAll } from '@busbar/ui/build'
import { noOtherKit } from '@busbar/ui/builder'
import { compiledMessages } from '@busbar/ui/catalogue'
import { build as viteBuild } from 'vite'
import { config } from './config.ts'
import { writeStamp } from './stamp.ts'
import { buildWorker } from './worker.ts'

/** Builds the console into a folder, whole or not at all: others may start at the same time, or be serving the old one. */
export const build = async (folder: string): Promise<void> => {
  const part = `${folder}.${process.pid}.part`
  const modules: string[] = []
  const listing = {
    name: 'list-modules',
    generateBundle(this: { getModuleIds(): Iterable<string> }): void {
      modules.push(...Array.from(this.getModuleIds(), (id) => id.split('?', 1)[0] ?? ''))
    },
  }
  try {
    await viteBuild({
      ...config,
      configFile: false,
      mode: 'production',
      plugins: [...(config.plugins ?? []), listing, noOtherKit],
      build: { ...config.build, outDir: part, emptyOutDir: true },
    })
    await buildWorker(part, [compiledMessages, listing, noOtherKit])
    compressAll(part)
    writeStamp(part, modules)
    swap(part, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

const swap = (part: string, folder: string): void => {
  const old = `${folder}.${process.pid}.old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(part, folder)
  rmSync(old, { recursive: true, force: true })
}
