import { globSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { acceptedEncoding, type ContentEncoding } from '@busbar/wire/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InsecureNotice } from '../insecure/notice.ts'

interface StaticFile {
  readonly headers: Readonly<Record<string, string>>
  readonly plain: Buffer
  /** As they were packed when the panel was built. */
  readonly packed: Readonly<Partial<Record<ContentEncoding, Buffer>>>
}

const packings = ['br', 'gzip'] as const
const endings = { br: '.br', gzip: '.gz' } as const

/** A folder that is not ours by mistake must not be loaded whole. */
const filesMax = 300
const bytesMax = 8 * 1_048_576

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Only files of the box, and no address but its own to speak to. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', vary: 'accept-encoding' }

/**
 * Serves the built panel at `/`. Its files are read once, so that no request can name a file; a page of it is behind the `#` of its
 * address, so that every other path stays the API's.
 */
export const addPanel = (
  app: FastifyInstance,
  folder: string,
  check: (request: FastifyRequest) => void,
  notice: InsecureNotice,
): void => {
  notice.addTo(app)
  for (const [path, file] of readFolder(folder)) {
    const isPage = extname(path) === '.html'
    const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      check(request)
      return isPage && notice.isRequired(request) ? notice.send(request, reply) : send(file, request, reply)
    }
    app.route({ method: ['GET', 'HEAD'], url: path === '/index.html' ? '/' : path, handler })
  }
}

const send = (
  { headers, plain, packed }: StaticFile,
  { headers: requestHeaders }: FastifyRequest,
  reply: FastifyReply,
) => {
  const there = packings.filter((one) => packed[one] !== undefined)
  const packing = acceptedEncoding(requestHeaders['accept-encoding'], there)
  void reply.headers(headers)
  if (packing !== null) void reply.header('content-encoding', packing)
  return reply.send(packing === null ? plain : packed[packing])
}

const readFolder = (folder: string): ReadonlyMap<string, StaticFile> => {
  const names = globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile())
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  if (names.length > filesMax || bytes > bytesMax) throw new Error(`${folder} is too large to be the panel`)
  const there = new Set(names)
  if (!there.has('index.html')) throw new Error(`${folder} has no index.html`)
  const served = names.filter((name) => types[extname(name)] !== undefined)
  return new Map(served.map((name) => [`/${name.replaceAll(sep, '/')}`, readOne(folder, name, there)]))
}

const readOne = (folder: string, name: string, there: ReadonlySet<string>): StaticFile => {
  const packed = packings
    .filter((one) => there.has(name + endings[one]))
    .map((one) => [one, readFileSync(join(folder, name + endings[one]))])
  const isPage = extname(name) === '.html'
  return {
    headers: {
      ...common,
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      // Names below `assets` change with what is in them.
      'cache-control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isPage && { 'content-security-policy': policy, 'cross-origin-opener-policy': 'same-origin' }),
    },
    plain: readFileSync(join(folder, name)),
    packed: Object.fromEntries(packed),
  }
}
