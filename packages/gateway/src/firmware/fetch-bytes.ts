import type { Clock } from '@busbar/kit'

/** So long without a byte, and the server is given up. */
const silenceMs = 30_000

export type FetchCode = 'ERROR_CONNECT' | 'ERROR_RESPONSE_TIMEOUT' | 'ERROR_HTTP_RESPONSE'

/** What the server of releases did not give, by the contract's names. */
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
  /** Of the file, both included; without it all is asked for. */
  readonly range?: { readonly first: number; readonly last: number }
}

/** A file of the server, or a part of one. */
export const fetchBytes = async (url: URL, options: FetchOptions): Promise<Buffer> => {
  const { clock, signal, range } = options
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let cancel = clock.after(silenceMs, giveUp)
  const heard = (): void => {
    cancel()
    cancel = clock.after(silenceMs, giveUp)
  }
  try {
    const headers = range === undefined ? undefined : { range: `bytes=${range.first}-${range.last}` }
    const answer = await fetch(url, { ...(headers && { headers }), signal: AbortSignal.any([signal, silence.signal]) })
    heard()
    return await bodyOf(answer, options, heard)
  } catch (error) {
    if (error instanceof FetchError) throw error
    if (silence.signal.aborted)
      throw new FetchError('ERROR_RESPONSE_TIMEOUT', `${url.host} is silent`, { cause: error })
    throw new FetchError('ERROR_CONNECT', `${url.host} cannot be reached`, { cause: error })
  } finally {
    cancel()
  }
}

const bodyOf = async (answer: Response, { bytesMax, range }: FetchOptions, heard: () => void): Promise<Buffer> => {
  const { status } = answer
  const refuse = async (why: string): Promise<never> => {
    await answer.body?.cancel()
    throw new FetchError('ERROR_HTTP_RESPONSE', `${answer.url}: ${why}`)
  }
  if (status !== (range === undefined ? 200 : 206)) return refuse(`status ${status}`)
  const given = answer.headers.get('content-range') ?? ''
  if (range !== undefined && !given.startsWith(`bytes ${range.first}-${range.last}/`)) return refuse('another range')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    heard()
    size += part.length
    if (size > bytesMax) return refuse(`more than ${bytesMax} bytes`)
    parts.push(part)
  }
  if (range !== undefined && size !== range.last - range.first + 1) return refuse('another length')
  return Buffer.concat(parts)
}
