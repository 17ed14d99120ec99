import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export const channels = ['email', 'sms', 'voice-call', 'webhook'] as const
export type ChannelName = (typeof channels)[number]

/** Something that was received whole, before it was answered. `at` is in milliseconds since 1970. */
export interface Arrival {
  channel: ChannelName
  /** Message number of the service; 0 if it was sent directly. */
  id: number
  at: number
}
export interface ReceiverActs extends Acts {
  /** A mail server, and a web server for SMS, calls and webhooks. */
  open(): Promise<{ smtpPort: number; httpPort: number }>
  /** Arrivals since the last call. */
  arrivals(): Arrival[]
  count(): number
}

const nowMs = (): number => performance.timeOrigin + performance.now()
let arrived: Arrival[] = []
const arrive = (channel: ChannelName, id: number): void => void arrived.push({ channel, id, at: nowMs() })

const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const [, id = '0'] = /^message-id: <busbar\.\d+\.(\d+)@/im.exec(Buffer.concat(chunks).toString()) ?? []
      arrive('email', Number(id))
      done()
    })
  },
})
/** `/sms`, `/voice-call` or `/webhook`; the body is JSON and has the message's id. */
const web = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number | string }
    const channel = channels.find((name) => request.url?.startsWith(`/${name}`))
    if (channel !== undefined) arrive(channel, Number(id))
    response.end('{}')
  })
})

const acts: ReceiverActs = {
  async open() {
    mail.listen(0, '127.0.0.1')
    web.listen(0, '127.0.0.1')
    await Promise.all([once(mail.server, 'listening'), once(web, 'listening')])
    const { port: smtpPort } = mail.server.address() as AddressInfo
    const { port: httpPort } = web.address() as AddressInfo
    return { smtpPort, httpPort }
  },
  arrivals() {
    const all = arrived
    arrived = []
    return all
  },
  count: () => arrived.length,
}
play(acts)
