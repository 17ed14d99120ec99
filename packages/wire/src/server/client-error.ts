import type { Socket } from 'node:net'
import type { AccessWords } from '../contract/endpoint.ts'
import { errorOf, jsonType } from './answer.ts'
import type { Service } from './service.ts'

type Spelling = Pick<Service<never, AccessWords>, 'errors' | 'errorFields' | 'codes'>

/** Answers what is no HTTP. Node gives no request then, only the socket. */
export const answerMalformed =
  (service: Spelling) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { text } = errorOf(service, service.codes.malformed)
    const head = ['HTTP/1.1 400 Bad Request', `Content-Type: ${jsonType}`, `Content-Length: ${Buffer.byteLength(text)}`]
    socket.end(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${text}`)
  }
