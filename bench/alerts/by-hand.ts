import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Database } from '@busbar/database'
import type { ChannelName } from './roles/receivers.ts'
import type { Ports } from './service.ts'

/** As many at once as the service has under way of each. */
const atOnce: Readonly<Record<ChannelName, number>> = { email: 8, sms: 8, 'voice-call': 4, webhook: 16 }

/** Table in which the sender records its messages. */
export const addTable = async ({ sql }: Database): Promise<void> => {
  await sql`create table by_hand (id bigserial primary key, state text not null)`
}

/**
 * The reference: so many messages to the same receivers, each over a connection of its own, and a row that is committed before and after it,
 * since without that none is safe. Milliseconds for all.
 */
export const sendByHand = async (
  { sql }: Database,
  { smtpPort, httpPort }: Ports,
  channel: ChannelName,
  count: number,
): Promise<number> => {
  const beganMs = performance.now()
  let left = count
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const [row] = await sql<[{ id: number }]>`insert into by_hand (state) values ('sending') returning id`
      await (channel === 'email' ? mail(smtpPort) : post(httpPort, channel))
      await sql`update by_hand set state = 'sent' where id = ${row.id}`
    }
  }
  await Promise.all(Array.from({ length: atOnce[channel] }, work))
  return performance.now() - beganMs
}

const post = async (port: number, channel: ChannelName): Promise<void> => {
  const call = request({ host: '127.0.0.1', port, path: `/${channel}`, method: 'POST', agent: false })
  call.end(JSON.stringify({ id: 0, text: 'x'.repeat(500) }))
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
}

const content = `Subject: Alert\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(60)}.`

const mail = async (port: number): Promise<void> => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  // A closed connection shows as a missing response.
  socket.on('error', () => {})
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]()
  /** Its last line has no dash behind the code. */
  const answered = async (): Promise<void> => {
    let line = await replies.next()
    while (line.value?.[3] === '-') line = await replies.next()
    if (line.done) throw new Error('the mail server ended the conversation')
  }
  await answered()
  for (const words of ['EHLO bench', 'MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.org>', 'DATA', content, 'QUIT']) {
    socket.write(`${words}\r\n`)
    await answered()
  }
  socket.destroy()
}
