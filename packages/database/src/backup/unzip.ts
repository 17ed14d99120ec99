import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { damaged } from './frames.ts'

/** Unpacks the first gzip member and ignores the rest. */
export const unzip = async function* (input: Readable): AsyncGenerator<Buffer> {
  const plain = createGunzip()
  // Errors of the input are thrown by the iteration.
  pipeline(input, plain, () => {})
  try {
    for await (const chunk of plain) yield chunk as Buffer
  } catch (error) {
    const { code = '' } = error as { code?: string }
    throw code.startsWith('Z_') ? damaged('it cannot be unpacked', error) : error
  } finally {
    input.destroy()
  }
}
