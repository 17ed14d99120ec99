import { Agent, request } from 'node:http'

export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string>
  /** Sent with its length, or in chunks. */
  body?: Uint8Array | string
  isChunked?: boolean
}

/** Most answers leave their connection good for the next request. */
const agent = new Agent({ keepAlive: true })

/** Sends a request verbatim; returns `STATUS errorCode`, or the status alone. */
export const ask = (
  url: string,
  { method, path, headers = {}, body, isChunked = false }: RawRequest,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const length = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(`${url}${path}`, { method, headers: { ...headers, ...length }, agent }, (response) => {
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        // It has no end, and begins with nothing but its status.
        resolve(String(response.statusCode))
        sent.destroy()
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(verdict(response.statusCode ?? 0, Buffer.concat(chunks).toString())))
    })
    // A body that is refused unread may be cut off while it is sent: the answer counts.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    if (body !== undefined) sent.write(body)
    sent.end()
  })

const verdict = (status: number, text: string): string => {
  const code = text.startsWith('{') ? (JSON.parse(text) as { errorCode?: string }).errorCode : undefined
  return code === undefined ? String(status) : `${status} ${code}`
}
