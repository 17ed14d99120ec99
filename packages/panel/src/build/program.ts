import { existsSync, renameSync, rmSync } from 'node:fs'
import { compressAll } from '@busbar/ui/build'
import { runBuilder } from '@busbar/ui/builder'
import { build as viteBuild } from 'vite'
import { config } from './config.ts'
import { writeStamp } from './stamp.ts'

/** Builds the panel into a folder, whole or not at all: others may start at the same time, or be serving the old one. */
const build = async (folder: string): Promise<void> => {
  const part = `${folder}.${process.pid}.part`
  const old = `${folder}.${process.pid}.old`
  try {
    await viteBuild({
      ...config,
      configFile: false,
      mode: 'production',
      build: { ...config.build, outDir: part, emptyOutDir: true },
    })
    compressAll(part)
    writeStamp(part)
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(part, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

await runBuilder(build)
