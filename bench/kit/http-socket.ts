import { once } from 'node:events'
import { Socket } from 'node:net'

export interface HttpAnswer {
  status: number
  body: string
}

/** A persistent connection with little overhead: one request at a time, and every answer states its length. */
export class HttpSocket {
  readonly #socket: Socket
  readonly #port: number
  #received: Buffer = Buffer.alloc(0)
  #waiting: PromiseWithResolvers<HttpAnswer> | null = null

  constructor(port: number) {
    this.#socket = new Socket()
    this.#port = port
  }

  async start(): Promise<void> {
    const socket = this.#socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the service closed the connection')))
    socket.setNoDelay().connect(this.#port, '127.0.0.1')
    await once(socket, 'connect')
  }

  stop(): void {
    this.#socket.destroy()
  }

  ask(request: string): Promise<HttpAnswer> {
    this.#waiting = Promise.withResolvers()
    this.#socket.write(request)
    return this.#waiting.promise
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = this.#received.indexOf('\r\n\r\n') + 4
    if (headEnd < 4) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (this.#received.length < headEnd + length) return
    const body = this.#received.toString('utf8', headEnd, headEnd + length)
    this.#received = Buffer.alloc(0)
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), body })
    this.#waiting = null
  }
}

/** The bytes of one request. */
export const httpRequest = (method: string, path: string, token?: string, body?: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...(token === undefined ? [] : [`Authorization: token ${token}`]),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body ?? '',
  ].join('\r\n')
