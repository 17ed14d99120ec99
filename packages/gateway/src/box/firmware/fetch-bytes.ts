import type { IncomingMessage } from 'node:http'
import { get as getEncrypted } from 'node:https'
import type { Clock } from '@busbar/kit'
import type { Path } from '../../network/paths.rules.ts'
import { socketOptions } from '../../network/paths.ts'

// An import would load all of fetch and its streams, 3 MB, for names that it exports besides.
const { get: getPlain } = process.getBuiltinModule('node:http')

/** Timeout without a byte, after which the download is abandoned. */
const silenceMs = 30_000

export type FetchCode = 'ERROR_CONNECT' | 'ERROR_RESPONSE_TIMEOUT' | 'ERROR_HTTP_RESPONSE'

/** Failure of a download, with the code of the contract. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly code: FetchCode

  constructor(code: FetchCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export interface FetchOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** More is refused. */
  readonly bytesMax: number
  /** Byte range, both ends included; without it the whole file. */
  readonly range?: { readonly first: number; readonly last: number }
  readonly path: Path
}

/** A file of the server, or a part of one. */
export const fetchBytes = async (url: URL, options: FetchOptions): Promise<Buffer> => {
  const { clock, signal } = options
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let cancel = clock.after(silenceMs, giveUp)
  const restartTimer = (): void => {
    cancel()
    cancel = clock.after(silenceMs, giveUp)
  }
  try {
    const answer = await openFile(url, { ...options, signal: AbortSignal.any([signal, silence.signal]) })
    restartTimer()
    return await bodyOf(url, answer, options, restartTimer)
  } catch (error) {
    if (error instanceof FetchError) throw error
    if (silence.signal.aborted)
      throw new FetchError('ERROR_RESPONSE_TIMEOUT', `${url.host} is silent`, { cause: error })
    throw new FetchError('ERROR_CONNECT', `${url.host} cannot be reached`, { cause: error })
  } finally {
    cancel()
  }
}

const redirections: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const redirectionsMax = 5

/** Follows the server to where the file is, but not from an encrypted place to one that is not. */
const openFile = async (url: URL, options: FetchOptions, hops = 0): Promise<IncomingMessage> => {
  const answer = await ask(url, options)
  const { location } = answer.headers
  if (!redirections.has(answer.statusCode ?? 0) || location === undefined) return answer
  answer.destroy()
  const next = new URL(location, url)
  const isOpenNow = url.protocol === 'https:' && next.protocol !== 'https:'
  if (hops >= redirectionsMax || isOpenNow || !/^https?:$/.test(next.protocol))
    throw new FetchError('ERROR_HTTP_RESPONSE', `${url.href}: it leads elsewhere`)
  return openFile(next, options, hops + 1)
}

const ask = (url: URL, { signal, range, path }: FetchOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getEncrypted : getPlain
    const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` }
    get(url, { headers, signal, ...socketOptions(path, url.hostname) }, resolve).on('error', reject)
  })

const bodyOf = async (
  url: URL,
  answer: IncomingMessage,
  { bytesMax, range }: FetchOptions,
  onBytes: () => void,
): Promise<Buffer> => {
  const { statusCode, headers } = answer
  const refuse = (why: string): never => {
    answer.destroy()
    throw new FetchError('ERROR_HTTP_RESPONSE', `${url.href}: ${why}`)
  }
  if (statusCode !== (range === undefined ? 200 : 206)) return refuse(`status ${statusCode}`)
  const contentRange = headers['content-range'] ?? ''
  if (range !== undefined && !contentRange.startsWith(`bytes ${range.first}-${range.last}/`))
    return refuse('another range')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    onBytes()
    size += part.length
    if (size > bytesMax) return refuse(`more than ${bytesMax} bytes`)
    parts.push(part)
  }
  if (range !== undefined && size !== range.last - range.first + 1) return refuse('another length')
  return Buffer.concat(parts)
}

/** Address of a file on the web server of releases. */
export const urlOf = (folder: string, name: string): URL => {
  try {
    const url = new URL(name, folder.endsWith('/') ? folder : `${folder}/`)
    if (/^https?:$/.test(url.protocol)) return url
  } catch {
    // Reported below.
  }
  throw new FetchError('ERROR_CONNECT', `${folder} is no address of a web server`)
}
