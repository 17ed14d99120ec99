import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Takes every mail over SMTP and keeps it. */
export class MailSink {
  readonly mails: string[] = []
  readonly #server: Server = createServer((socket) => this.#serve(socket))

  /** Gives the address for the installation's mail server. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
  }

  /** The link in the next mail, as soon as it is there. */
  async link(): Promise<string> {
    for (;;) {
      const text = (this.mails.shift() ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
      const [link] = /https?:\/\/\S+[#/][0-9a-f-]{36}/.exec(text) ?? []
      if (link !== undefined) return link
      await once(this.#server, 'mail')
    }
  }

  #serve(socket: Socket): void {
    let [buffered, isData] = ['', false]
    socket.write('220 sink\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      buffered += bytes.toString()
      for (
        let end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        end >= 0;
        end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      ) {
        const text = buffered.slice(0, end)
        buffered = buffered.slice(end + (isData ? 5 : 2))
        if (isData) {
          this.mails.push(text)
          this.#server.emit('mail')
        }
        const isDataNext = !isData && /^data/i.test(text)
        socket.write(isDataNext ? '354 go on\r\n' : '250 ok\r\n')
        isData = isDataNext
      }
    })
  }
}
