import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PolledValues {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A web server on this machine; `answer` determines its responses. */
export class WebServer {
  readonly requests: PolledValues[] = []
  answer: (response: ServerResponse, request: PolledValues) => void = (response) => void response.end('{}')
  readonly #server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body: Buffer.concat(chunks).toString() }
      this.requests.push(request)
      this.answer(response, request)
    })
  })

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
