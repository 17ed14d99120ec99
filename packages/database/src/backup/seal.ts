import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** An empty gzip member with a comment: every gzip program unpacks it to nothing. */
const head = Buffer.from('1f8b0810000000000003', 'hex')
const emptyBody = Buffer.from('0300'.padEnd(20, '0'), 'hex')
const word = 'busbar-backup sha256 '

const sealOf = (sha256: string): Buffer => Buffer.concat([head, Buffer.from(`${word}${sha256}\0`), emptyBody])
const sealBytes = sealOf('').length + 64

/**
 * Passes bytes through and appends their checksum, which covers every bit of the file, also those that unpacking
 * ignores.
 */
export const sealing = (): Transform => {
  const sum = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, sealOf(sum.digest('hex')))
    },
  })
}

/** Compares the bytes with their seal. Returns `none` for backups from before seals, and for truncated ones. */
export const readSeal = async (input: AsyncIterable<Buffer>): Promise<'right' | 'wrong' | 'none'> => {
  const sum = createHash('sha256')
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of input) {
    buffered = Buffer.concat([buffered, chunk])
    if (buffered.length <= sealBytes) continue
    sum.update(buffered.subarray(0, -sealBytes))
    buffered = buffered.subarray(-sealBytes)
  }
  if (buffered.equals(sealOf(sum.digest('hex')))) return 'right'
  return buffered.includes(word) ? 'wrong' : 'none'
}
