import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { acceptedEncoding, type ContentEncoding } from '@busbar/wire/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonHeaders, consolePageHeaders } from './page-headers.ts'

interface StaticFile {
  headers: Readonly<Record<string, string>>
  plain: Buffer
  /** As they were packed when the console was built. */
  packed: Readonly<Partial<Record<ContentEncoding, Buffer>>>
}

const packings = ['br', 'gzip'] as const
const endings = { br: '.br', gzip: '.gz' } as const

/** A folder that is not ours by mistake must not be loaded whole. */
const filesMax = 2000
const bytesMax = 64 * 1_048_576

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Serves a built web console at `/`. Its files are read once, so that no request can name a file, and an update of the folder does not
 * mix two builds. Addresses of pages get the one page; those of the API stay the API's.
 */
export const addConsole = (app: FastifyInstance, folder: string, apiPrefix: string, picturesFrom?: string): void => {
  const files = readFolder(folder, picturesFrom)
  const page = files.get('/index.html')
  if (page === undefined) throw new Error(`${folder} has no index.html`)
  const linkOf = textLinks(folder)
  const serve = (request: FastifyRequest, reply: FastifyReply): FastifyReply | void => {
    const [path = ''] = request.url.split('?', 1)
    if (path === apiPrefix || path.startsWith(`${apiPrefix}/`)) return reply.callNotFound()
    const file = files.get(path) ?? (isFileName(path) ? undefined : page)
    if (file === undefined) return reply.callNotFound()
    return send(file, request, reply, file === page ? linkOf(request.headers['accept-language']) : {})
  }
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: serve })
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: serve })
}

/**
 * Texts are a file for each language: the first one that a browser reads is named with the page, and loaded before a script has come that
 * knows. A wrong guess costs no more than that file.
 */
const textLinks = (folder: string): ((languages: string | undefined) => Record<string, string>) => {
  const path = join(folder, 'texts.json')
  if (!existsSync(path)) return () => ({})
  const files = new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>))
  const usual = files.get('en')
  return (header = '') => {
    const wanted = header.split(',').map((tag) => files.get(tag.trim().slice(0, 2).toLowerCase()))
    const file = wanted.find((one) => one !== undefined) ?? usual
    const link = file === undefined ? {} : { link: `<${file}>; rel=modulepreload; crossorigin` }
    return { ...link, vary: 'accept-encoding, accept-language' }
  }
}

/** `/assets/page-1a2b.js` is a file or nothing; `/devices/7` is a place in the console. */
const isFileName = (path: string): boolean => path.startsWith('/assets/') || extname(path) !== ''

const send = (
  { headers, plain, packed }: StaticFile,
  { headers: requestHeaders }: FastifyRequest,
  reply: FastifyReply,
  more: Readonly<Record<string, string>>,
) => {
  const available = packings.filter((one) => packed[one] !== undefined)
  const packing = acceptedEncoding(requestHeaders['accept-encoding'], available)
  void reply.headers({ ...headers, ...more })
  if (packing !== null) void reply.header('content-encoding', packing)
  return reply.send(packing === null ? plain : packed[packing])
}

const readFolder = (folder: string, picturesFrom: string | undefined): ReadonlyMap<string, StaticFile> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  if (names.length > filesMax || bytes > bytesMax) throw new Error(`${folder} is too large to be a console`)
  const fileNames = new Set(names)
  const served = names.filter((name) => types[extname(name)] !== undefined)
  return new Map(
    served.map((name) => [`/${name.replaceAll(sep, '/')}`, readOne(folder, name, fileNames, picturesFrom)]),
  )
}

const readOne = (
  folder: string,
  name: string,
  fileNames: ReadonlySet<string>,
  picturesFrom: string | undefined,
): StaticFile => {
  const packed = packings
    .filter((encoding) => fileNames.has(name + endings[encoding]))
    .map((encoding) => [encoding, readFileSync(join(folder, name + endings[encoding]))])
  return {
    headers: headersOf(name, picturesFrom),
    plain: readFileSync(join(folder, name)),
    packed: Object.fromEntries(packed),
  }
}

/** Names below `assets` change with what is in them. */
const headersOf = (name: string, picturesFrom: string | undefined): Record<string, string> => ({
  'content-type': types[extname(name)] ?? 'application/octet-stream',
  'cache-control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
  vary: 'accept-encoding',
  ...(extname(name) === '.html' ? consolePageHeaders(picturesFrom) : commonHeaders),
})
