import type { Socket } from 'node:net'
import type { AccessFields } from '../../contract/endpoint.ts'
import { errorOf, jsonType } from '../reply/answer.ts'
import type { Service } from '../service.ts'

type ErrorFormat = Pick<Service<never, AccessFields>, 'errors' | 'errorFields' | 'codes'>

/** For the answer to be read. Who neither reads nor closes would keep its half of the connection, and our descriptor, for ever. */
const lingerMs = 5000

/** Answers what is no HTTP, or came too slowly. Node gives no request then, only the socket. */
export const answerMalformed =
  (service: ErrorFormat) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { text } = errorOf(service, service.codes.malformed)
    const head = [
      'HTTP/1.1 400 Bad Request',
      `Content-Type: ${jsonType}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      'X-Content-Type-Options: nosniff',
    ]
    socket.end(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${text}`)
    const linger = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(linger))
  }
