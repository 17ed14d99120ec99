import { type IncomingHttpHeaders, request } from 'node:http'

export interface TestRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent with its length, or in chunks. */
  body?: Uint8Array | string | undefined
  isChunked?: boolean
}

export interface HttpAnswer {
  status: number
  /** `STATUS code`, or the status alone. */
  verdict: string
  message: string
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Sends one request exactly as written. */
export const ask = (
  url: string,
  { method = 'GET', path, headers = {}, body, isChunked = false }: TestRequest,
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, path, headers: { ...headers, ...length }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      // It does not end by itself: its head says all.
      if (response.headers['content-type']?.startsWith('text/event-stream'))
        response.once('data', () => response.destroy())
      response.on('close', () => resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))))
      response.on('end', () => resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))))
      response.on('error', reject)
    })
    // A body that is refused unread may be cut off while it is sent: the answer counts.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    if (body !== undefined) sent.write(body)
    sent.end()
  })

const answerOf = (status: number, headers: IncomingHttpHeaders, bytes: Buffer): HttpAnswer => {
  const isError = status >= 400 && bytes.length > 0 && headers['content-type']?.startsWith('application/json')
  const { error, message = '' } = isError ? (JSON.parse(bytes.toString()) as { error?: string; message?: string }) : {}
  return { status, verdict: error === undefined ? String(status) : `${status} ${error}`, message, headers, bytes }
}
