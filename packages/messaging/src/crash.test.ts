import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Sql } from '@busbar/database'
import { Email } from './channels/email.ts'
import { leaseMs } from './outbox/leased-outbox.ts'
import { MailServer } from './testing/mail-server.ts'
import { anOutbox, post, startOn, stored } from './testing/outbox.ts'

const program = fileURLToPath(import.meta.resolve('./testing/doomed-node.ts'))

/** A node that is killed: by itself before it sends, or by the mail server when that has the whole content. */
const spawnNode = (sql: Sql, smtp: URL, when: 'before' | 'after') => {
  const connection = JSON.stringify(sql.options)
  const child = spawn(process.execPath, [program, connection, smtp.href, when, String(startOn)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return { kill: () => child.kill('SIGKILL'), exited: once(child, 'exit') }
}

const setUp = async (t: TestContext) => {
  const outbox = await anOutbox()
  const server = new MailServer()
  const smtp = await server.start()
  t.after(() => server.stop())
  const email = new Email({ url: smtp, from: 'alerts@example.org', publicUrl: () => 'https://busbar.example.org' })
  /** Runs another node after the lease of the first one has expired. */
  const recover = (): Promise<void> => {
    outbox.later(leaseMs)
    return outbox.run({ channels: { ...outbox.recorders, email } })
  }
  return { ...outbox, server, smtp, recover }
}

test('killed between commit and send: the mail is sent by who comes next', async (t) => {
  const { sql, place, server, smtp, recover, run } = await setUp(t)
  const id = await post(sql, place)
  const [, signal] = (await spawnNode(sql, smtp, 'before').exited) as [unknown, string]
  assert.equal(signal, 'SIGKILL')
  assert.equal((await stored(sql, id)).state, 'sending')
  await run()
  assert.equal(server.mails.length, 0, 'while its time lasts, it is the dead node\u2019s')
  await recover()
  assert.equal(server.mails.length, 1)
  const { state, reason } = await stored(sql, id)
  assert.deepEqual([state, reason], ['sent', 'doubled'], 'nobody can know that it was not sent before')
})

test('a sole service that was killed releases its messages at the next start, and newer messages do not wait for the lease', async (t) => {
  const { sql, place, smtp, recorders, run } = await setUp(t)
  const first = await post(sql, place)
  await spawnNode(sql, smtp, 'before').exited
  // Posted afterwards: with two messages, the node might be killed before it has taken the first.
  const sms = await post(sql, place, { type: 'sms', recepient: '+48123456789' })
  await sql`update message set state = 'sending', attempts = 1, next_try_on = ${new Date(startOn + leaseMs)} where id = ${sms}`
  const newer = await post(sql, place, { stage: 'resolved' })
  const states = async () => Promise.all([first, sms, newer].map(async (id) => (await stored(sql, id)).state))
  await run()
  assert.deepEqual(await states(), ['sending', 'sending', 'waiting'], 'another node may be sending it')
  await run({ isAlone: true })
  assert.deepEqual(await states(), ['digested', 'unclear', 'sent'])
  assert.equal(recorders.email.sent.length, 1)
  assert.equal((await stored(sql, sms)).sentSec, 0, 'the last time at which it may have been sent')
})

test('killed between send and mark: the mail comes twice, with the same id, and is marked so', async (t) => {
  const { sql, place, server, smtp, recover } = await setUp(t)
  const id = await post(sql, place)
  const node = spawnNode(sql, smtp, 'after')
  server.onContent = async () => {
    node.kill()
    await node.exited
  }
  await node.exited
  server.onContent = () => Promise.resolve()
  await recover()
  assert.equal(server.mails.length, 2)
  const ids = server.mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  assert.ok(ids[0])
  assert.equal(ids[0], ids[1])
  const { state, reason, attempts } = await stored(sql, id)
  assert.deepEqual([state, reason, attempts], ['sent', 'doubled', 2])
})

describe('calls and writes are not repeated after a crash: their outcome is unclear', () => {
  for (const type of ['sms', 'voice-call', 'write-param'] as const) {
    test(type, async (t) => {
      const { sql, place, recorders, smtp, recover } = await setUp(t)
      const id = await post(sql, place, { type, recepient: '+48123456789' })
      await spawnNode(sql, smtp, 'before').exited
      await recover()
      assert.equal(recorders[type].sent.length, 0)
      const { state, reason, cost, sentSec } = await stored(sql, id)
      assert.deepEqual([state, reason], ['unclear', 'no-answer: the service stopped while it was being sent'])
      assert.equal(sentSec, 0, 'when it may have left, and not when somebody noticed')
      assert.equal(cost, type === 'sms' ? '0.1' : null, 'it may have been sent, and paid')
    })
  }
})

test('a node that comes back after its time changes nothing, not even while another sends', async () => {
  const { sql, place, recorders, node, later } = await anOutbox()
  const id = await post(sql, place)
  /** The outcome of an attempt comes when it is let go. */
  const attempts = [0, 1].map(() => ({
    begun: Promise.withResolvers<void>(),
    done: Promise.withResolvers<{ ok: true }>(),
  }))
  recorders.email.outcome = () => {
    const attempt = attempts[recorders.email.sent.length - 1]
    attempt?.begun.resolve()
    return attempt?.done.promise ?? { ok: true }
  }
  const [sleeper, other] = [node(), node()]
  await sleeper.start()
  await attempts[0]?.begun.promise
  later(leaseMs)
  await other.start()
  await attempts[1]?.begun.promise
  attempts[0]?.done.resolve({ ok: true })
  await sleeper.stop()
  const meanwhile = await stored(sql, id)
  assert.deepEqual([meanwhile.state, meanwhile.attempts], ['sending', 2])
  attempts[1]?.done.resolve({ ok: true })
  await other.stop()
  const { state, reason } = await stored(sql, id)
  assert.deepEqual([state, reason, recorders.email.sent.length], ['sent', 'doubled', 2])
})
