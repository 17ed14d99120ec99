import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** The answers in what a server sent, all of which say their length. */
const answersIn = (text: string): RawAnswer[] => {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return []
  const [start, rest] = [text.slice(0, end), text.slice(end + 4)]
  const status = Number(start.slice(9, 12))
  const length = Number(/content-length: (\d+)/i.exec(start)?.[1] ?? 0)
  if (rest.length < length) return []
  const answer = { status, head: start, body: rest.slice(0, length) }
  return [...(status === 100 ? [] : [answer]), ...answersIn(rest.slice(length))]
}

/** Writes pieces to a fresh connection, each a moment after the other, and gives the answers once there are enough. */
export const raw = (port: number, pieces: readonly (string | Uint8Array)[], count = 1) =>
  new Promise<{ answers: RawAnswer[]; text: string; isClosed: boolean }>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let text = ''
    const end = (isClosed: boolean): void => {
      socket.destroy()
      resolve({ answers: answersIn(text), text, isClosed })
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (answersIn(text).length >= count) end(false)
    })
    socket.on('close', () => end(true))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    const write = (at: number): void => {
      const piece = pieces[at]
      if (piece !== undefined && !socket.destroyed) socket.write(piece, () => setImmediate(() => write(at + 1)))
    }
    write(0)
  })

/** The head of a request; what is not said is what every request says. */
export const head = (start: string, headers: Record<string, string> = {}): string => {
  const all = { host: 'x', 'content-type': 'application/json', authorization: 'token manager', ...headers }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  return `${start} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

export const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}): Uint8Array =>
  Buffer.concat([
    Buffer.from(head(`POST ${path}`, { 'content-length': String(Buffer.byteLength(body)), ...headers })),
    Buffer.from(body),
  ])
