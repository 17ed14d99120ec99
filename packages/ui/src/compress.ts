import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** For large files the last hundredths are worth a second. */
const largeBytes = 100_000
/** What does not get smaller stays alone. */
const worthwhile = 0.95

/** Writes compressed forms beside every text file, so that serving needs no compression. */
export const compressAll = (folder: string): void => {
  for (const name of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: folder })) {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    const level = bytes.length > largeBytes ? constants.BROTLI_MAX_QUALITY : 9
    const quality = {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    for (const [ending, packed] of [
      ['.br', brotliCompressSync(bytes, quality)],
      ['.gz', gzipSync(bytes, { level: 9 })],
    ] as const) {
      if (packed.length < bytes.length * worthwhile) writeFileSync(path + ending, packed)
    }
  }
}
