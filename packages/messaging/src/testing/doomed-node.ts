import { openSql, type Sql } from '@busbar/database'
import { wrap } from '@busbar/database/testing'
import { monotonicClock } from '@busbar/kit'
import { Email } from '../channels/email.ts'
import type { Channel } from '../message/message.ts'
import { OutboxSender } from '../outbox/outbox-sender.ts'

/** A node in a process of its own, made to be killed. `before`: it kills itself when it has taken a message and sent nothing. */
const [connection = '', smtp = '', when = '', startOn = ''] = process.argv.slice(2)

const email = new Email({
  url: new URL(smtp),
  from: 'alerts@example.org',
  publicUrl: () => 'https://busbar.example.org',
})
const channel: Channel = {
  repeat: email.repeat,
  send(message) {
    if (when === 'before') process.kill(process.pid, 'SIGKILL')
    return email.send(message)
  },
}
const sql = openSql(JSON.parse(connection) as Sql['options'])
const sender = new OutboxSender({
  db: wrap(sql, new Promise(() => {})),
  clock: monotonicClock,
  now: () => new Date(Number(startOn)),
  channels: {
    email: channel,
    sms: channel,
    'voice-call': channel,
    telegram: channel,
    ntfy: channel,
    webhook: channel,
    'write-param': channel,
    push: channel,
  },
  locale: { language: 'en', timeZone: 'UTC' },
  sms: { price: '0.1', limit: '50' },
  smsCount: () => 1,
  publicUrl: () => 'https://busbar.example.org',
  newToken: () => crypto.randomUUID(),
  log: console,
})
await sender.start()
