import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

// An import would load all of fetch and its streams, 3 MB, for names that it exports besides.
const { request: requestHttp } = process.getBuiltinModule('node:http')

export interface HttpCall {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
  /**
   * The address to connect to instead of resolving the host name, which is still sent and checked against the
   * certificate.
   */
  address?: string
  /** Certificates in PEM that vouch for the other side; those that the system knows where nothing is said. */
  ca?: string | null
  timeoutMs: number
}

/** `isUnclear`: the request may have been understood, and only the answer is missing. */
export type HttpAnswer =
  | { status: number; body: string; retryAfter: string | undefined }
  | { err: string; isUnclear: boolean }

const answerBytesMax = 65_536

/** Sends one request on a new connection. Redirects are not followed. */
export const callHttp = ({ url, method, headers, body, address, ca, timeoutMs }: HttpCall): Promise<HttpAnswer> =>
  new Promise((resolve) => {
    const isTls = url.protocol === 'https:'
    const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
    let isUnclear = false
    const request = (isTls ? requestHttps : requestHttp)({
      agent: false,
      host: address ?? name,
      port: url.port === '' ? (isTls ? 443 : 80) : url.port,
      path: `${url.pathname}${url.search}`,
      method,
      headers: {
        host: url.host,
        ...credentials(url),
        ...headers,
        ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
      },
      ...(isTls && isIP(name) === 0 && { servername: name }),
      ...(isTls && ca != null && { ca }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    request.on('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isUnclear = true
      }),
    )
    request.on('error', (error) => {
      const isLate = error.name === 'TimeoutError' || error.name === 'AbortError'
      resolve({ err: isLate ? `no answer in ${timeoutMs / 1000} s` : error.message, isUnclear })
    })
    request.on('response', (response) => {
      readText(response).then(
        (text) =>
          resolve({ status: response.statusCode ?? 0, body: text, retryAfter: response.headers['retry-after'] }),
        (error: unknown) => resolve({ err: error instanceof Error ? error.message : String(error), isUnclear: true }),
      )
    })
    request.end(body ?? undefined)
  })

const credentials = ({ username, password }: URL): { authorization?: string } => {
  if (username === '' && password === '') return {}
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(plain).toString('base64')}` }
}

/** Reads a limited part of the body and ignores the rest. */
const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= answerBytesMax) break
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString()
}
