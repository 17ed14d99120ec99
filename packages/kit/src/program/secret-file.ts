import { closeSync, openSync, readSync } from 'node:fs'

const bytesMax = 65_536

/** What a file holds, without the line end that editors leave; or why that is nothing. Of the content nothing is told. */
export const readSecretFile = (path: string): { ok: string } | { err: string } => {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(bytesMax + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= bytesMax; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    if (length > bytesMax) return { err: `has more than ${bytesMax} bytes` }
    const text = bytes.toString('utf8', 0, length).replace(/\r?\n$/, '')
    return text === '' ? { err: 'is empty' } : { ok: text }
  } catch (error) {
    return { err: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
