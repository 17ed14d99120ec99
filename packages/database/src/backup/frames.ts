import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { DatabaseProblem } from '../problem.ts'

/**
 * A backup is a sequence of frames, compressed with gzip: a letter, the length of the content (four bytes, big-endian),
 * and the content. H, then T D... E for each table, S, and Z. D contains lines as COPY writes them; the others contain
 * JSON. From format 2 on a seal follows the compressed data.
 */
const shapes = {
  H: z.object({
    what: z.literal('busbar-backup'),
    format: z.int().positive(),
    migration: z.int().positive(),
    madeOn: z.iso.datetime(),
  }),
  T: z.object({
    name: z.string(),
    columns: z.array(z.string()),
    partitions: z.array(z.object({ name: z.string(), bounds: z.string() })),
  }),
  E: z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() }),
  S: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** Checksum of all bytes before it. */
  Z: z.object({ tables: z.int(), sha256: z.string() }),
}

type Shapes = typeof shapes
export type FrameOf<K extends keyof Shapes> = z.infer<Shapes[K]>
export type Frame =
  | { kind: 'D'; lines: Buffer }
  | { [K in keyof Shapes]: { kind: K; value: FrameOf<K>; sumBefore: string } }[keyof Shapes]

export const formatNow = 2
export const sealedFrom = 2

const headBytes = 5
const frameBytesMax = 1 << 20

export const damaged = (why: string, cause?: unknown): DatabaseProblem =>
  new DatabaseProblem(`This is not a complete Busbar backup (${why}): use another copy.`, { cause })

export const encodeJson = <K extends keyof Shapes>(kind: K, value: FrameOf<K>): Buffer =>
  encode(kind, Buffer.from(JSON.stringify(value)))

/** Splits a chunk, so that a reader needs memory for one frame only. */
export const encodeLines = function* (chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += frameBytesMax) yield encode('D', chunk.subarray(at, at + frameBytesMax))
}

const encode = (kind: Frame['kind'], payload: Buffer): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.write(kind, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** Parses frames from bytes in chunks of any size. */
export const decodeFrames = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const sum = createHash('sha256')
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    for (let size = sizeOf(buffered); size <= buffered.length; size = sizeOf(buffered)) {
      const bytes = buffered.subarray(0, size)
      buffered = buffered.subarray(size)
      yield decode(bytes, sum)
      sum.update(bytes)
    }
  }
  if (buffered.length > 0) throw damaged('it is truncated')
}

/** Size of the next frame; infinity until its header is complete. */
const sizeOf = (buffered: Buffer): number => {
  if (buffered.length < headBytes) return Infinity
  const length = buffered.readUInt32BE(1)
  if (length > frameBytesMax) throw damaged('a frame is too long')
  return headBytes + length
}

const decode = (bytes: Buffer, sum: Hash): Frame => {
  const kind = bytes.toString('latin1', 0, 1)
  const payload = bytes.subarray(headBytes)
  if (kind === 'D') return { kind, lines: payload }
  if (!Object.hasOwn(shapes, kind)) throw damaged('it has a frame of an unknown type')
  try {
    const value: unknown = JSON.parse(payload.toString())
    return { kind, value: shapes[kind as keyof Shapes].parse(value), sumBefore: sum.copy().digest('hex') } as Frame
  } catch (error) {
    throw damaged(`frame ${kind} cannot be read`, error)
  }
}
