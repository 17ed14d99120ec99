import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Thirty times as quick as the best, and a twentieth longer. */
const quickQuality = 5
/** A file that compression does not make smaller than this share gets no compressed copy. */
const worthwhile = 0.95

const brotli = (bytes: Buffer, quality: number): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

/** Writes compressed forms beside every text file, so that serving needs no compression. */
export const compressAll = (folder: string): void => {
  for (const name of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: folder })) {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    for (const [ending, packed] of [
      ['.br', brotli(bytes, quickQuality)],
      ['.gz', gzipSync(bytes, { level: 9 })],
    ] as const) {
      if (packed.length < bytes.length * worthwhile) writeFileSync(path + ending, packed)
    }
  }
}

/**
 * Makes compressed files as short as can be, which takes seconds: for who starts next. Only of files whose names change with what is in
 * them: another build may take the folder's place meanwhile.
 */
export const compressFurther = (folder: string): void => {
  for (const name of globSync('assets/*.br', { cwd: folder })) {
    const path = join(folder, name)
    const part = `${path}.${process.pid}`
    try {
      writeFileSync(part, brotli(readFileSync(path.slice(0, -'.br'.length)), constants.BROTLI_MAX_QUALITY))
      renameSync(part, path)
    } catch (error) {
      rmSync(part, { force: true })
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
