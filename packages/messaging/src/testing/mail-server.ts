import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it came in. */
export interface Mail {
  from: string
  to: string[]
  raw: string
}

type SmtpStage = 'connect' | 'mail' | 'rcpt' | 'data'

/** A real mail server on this machine. */
export class MailServer {
  readonly mails: Mail[] = []
  /** At which word of the conversation it refuses, and how. */
  refuse: { when: SmtpStage; code: number } | null = null
  /** Takes the whole content and then cuts the connection without a word. */
  isCutAfterContent = false
  /** Cuts the connection as soon as a recipient is named. */
  isCutAtRecipient = false
  /** For whom it never answers; it counts those who wait. */
  isSilentFor: (address: string) => boolean = () => false
  waiting = 0
  /** Called when the content is there, before the server answers. */
  onContent: () => Promise<void> = () => Promise.resolve()
  readonly #sockets = new Set<Socket>()
  readonly #server: SMTPServer

  readonly #scheme: string

  /** `secure`: encrypted from the first byte on; otherwise once the client asks for it. */
  constructor(tls: { cert: string; key: string; secure: boolean } | null = null) {
    this.#scheme = tls?.secure === true ? 'smtps' : 'smtp'
    this.#server = new SMTPServer({
      authOptional: true,
      ...(tls ?? { disabledCommands: ['STARTTLS'] }),
      onConnect: (_session, done) => done(this.#refusal('connect')),
      onMailFrom: (_address, _session, done) => done(this.#refusal('mail')),
      onRcptTo: ({ address }, _session, done) => {
        if (this.isCutAtRecipient) this.#cut()
        else if (this.isSilentFor(address)) this.waiting += 1
        else done(this.#refusal('rcpt'))
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const refusal = this.#refusal('data')
          const raw = Buffer.concat(chunks).toString()
          if (!refusal) this.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
          void this.onContent().then(() => (this.isCutAfterContent ? this.#cut() : done(refusal)))
        })
      },
    })
    this.#server.on('error', () => {})
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  async start(): Promise<URL> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
    return new URL(`${this.#scheme}://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`)
  }

  async stop(): Promise<void> {
    this.#cut()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #refusal(when: SmtpStage): Error | null {
    if (this.refuse?.when !== when) return null
    return Object.assign(new Error('not today'), { responseCode: this.refuse.code })
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
