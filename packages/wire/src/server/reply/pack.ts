import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { acceptedEncoding, type ContentEncoding } from './accepted-encoding.ts'
import type { CachedJson } from './json-text.ts'

/** A smaller reply fits into the first packets anyway, so compression would only take time. */
const packedBytesMin = 16_384

/**
 * Maximum number of concurrent compressions; a further reply is sent uncompressed, because the threads have other work.
 */
const packingMax = 8

const packers: Readonly<Record<ContentEncoding, (bytes: string | Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 3 }),
}

let packing = 0

/** An answer as the client likes it; only what is large is packed, and aside from everything else. What is given again is packed once. */
export const packed = (
  reply: FastifyReply,
  bytes: string | Buffer,
  cached?: CachedJson,
): string | Buffer | Promise<string | Buffer> => (bytes.length < packedBytesMin ? bytes : pack(reply, bytes, cached))

const pack = async (reply: FastifyReply, bytes: string | Buffer, cached?: CachedJson): Promise<string | Buffer> => {
  void reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
  const how = acceptedEncoding(reply.request.headers['accept-encoding'])
  if (how === null) return bytes
  const before = cached?.packing(how)
  if (before === undefined && packing >= packingMax) return bytes
  const smaller = before ?? packAside(how, bytes)
  if (before === undefined) cached?.keep(how, smaller)
  void reply.header('content-encoding', how)
  return smaller
}

const packAside = async (how: ContentEncoding, bytes: string | Buffer): Promise<Buffer> => {
  packing += 1
  try {
    return await packers[how](bytes)
  } finally {
    packing -= 1
  }
}
