import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server that takes everything and keeps it. */
export interface MailSink {
  url: string
  /** As they came in. */
  mails: string[]
  stop(): Promise<void>
}

const greeting = '220 sink\r\n'

export const startMailSink = async (): Promise<MailSink> => {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write(greeting)
    let [rest, content] = ['', null as string | null]
    const take = (line: string): void => {
      if (content !== null) {
        if (line !== '.') content += `${line}\r\n`
        else {
          mails.push(content)
          content = null
          socket.write('250 kept\r\n')
        }
        return
      }
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'DATA') content = ''
      socket.write(word === 'DATA' ? '354 go on\r\n' : word === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
