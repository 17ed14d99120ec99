import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { makeCertificate } from '@busbar/kit/certificate'
import { MailServer } from '../testing/mail-server.ts'
import { aCondition, aMessage, aSnapshot, hostileTexts } from '../testing/message.ts'
import { Email } from './email.ts'

const setUp = async (t: TestContext) => {
  const server = new MailServer()
  const url = await server.start()
  t.after(() => server.stop())
  const email = new Email({ url, from: 'Busbar <alerts@example.org>', publicUrl: () => 'https://busbar.example.org' })
  return { server, email, url }
}

/** The parts of a mail with their transfer encoding undone. */
const partsOf = (raw: string): string[] =>
  raw.split(/^--.*$/m).map((part) => {
    const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
    const body = rest.join('\r\n\r\n')
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
    if (!/quoted-printable/i.test(head)) return body
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  })

test('a mail has both forms, an id of its own, and goes to one mailbox', async (t) => {
  const { server, email } = await setUp(t)
  const confirmUrl = 'https://busbar.example.org/confirm/x?lang=en'
  assert.deepEqual(await email.send(aMessage({ confirmUrl })), { ok: true })
  const [mail] = server.mails
  assert.deepEqual(mail?.to, ['olena@example.org'])
  assert.equal(mail.from, 'alerts@example.org')
  assert.match(mail.raw, /^Subject: Alert: Too hot\r$/m)
  assert.match(mail.raw, /^Message-ID: <busbar.3.17@example.org>\r$/m)
  assert.match(mail.raw, /^Auto-Submitted: auto-generated\r$/im)
  const [, plain = '', html = ''] = partsOf(mail.raw)
  assert.match(plain, /^Value: 93.5 °C \(> 90\)\r?$/m)
  assert.match(html, /<td>93.5 °C \(&gt; 90\)<\/td>/)
  for (const part of [plain, html]) assert.ok(part.includes(confirmUrl))
})

describe("results by the server's reply", () => {
  for (const [when, code, isFinal] of [
    ['connect', 421, false],
    ['mail', 451, false],
    ['rcpt', 450, false],
    ['rcpt', 550, true],
    ['data', 452, false],
    ['data', 554, true],
  ] as const) {
    test(`${code} at ${when}`, async (t) => {
      const { server, email } = await setUp(t)
      server.refuse = { when, code }
      const outcome = await email.send(aMessage())
      assert.ok('err' in outcome)
      assert.deepEqual([outcome.isFinal, outcome.isUnclear], [isFinal, false], outcome.err)
      assert.equal(server.mails.length, 0)
    })
  }

  test('cut after the content: it may have been taken', async (t) => {
    const { server, email } = await setUp(t)
    server.isCutAfterContent = true
    const outcome = await email.send(aMessage())
    assert.ok('err' in outcome)
    assert.deepEqual([outcome.isFinal, outcome.isUnclear], [false, true])
  })

  test('cut before the content: it was not', async (t) => {
    const { server, email } = await setUp(t)
    server.isCutAtRecipient = true
    const outcome = await email.send(aMessage())
    assert.ok('err' in outcome)
    assert.deepEqual([outcome.isFinal, outcome.isUnclear], [false, false])
  })

  test('reports a failure when no server listens', async () => {
    const url = new URL('smtp://127.0.0.1:1')
    const outcome = await new Email({ url, from: 'a@b', publicUrl: () => '' }).send(aMessage())
    assert.ok('err' in outcome && !outcome.isFinal && !outcome.isUnclear)
  })

  test('closes the connection to a server that never replies', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    t.after(() => silent.close())
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const url = new URL(`smtp://127.0.0.1:${port}`)
    const outcome = await new Email({ url, from: 'a@b', publicUrl: () => '', timeoutMs: 50 }).send(aMessage())
    assert.deepEqual(outcome, { err: 'no answer in 0.05 s', isFinal: false, isUnclear: false })
  })
})

test('no password is said where nothing is encrypted', async (t) => {
  const { server, email: _plain, url } = await setUp(t)
  const withLogin = new URL(`smtp://user:secret@${url.host}`)
  const outcome = await new Email({ url: withLogin, from: 'a@b.example', publicUrl: () => '' }).send(aMessage())
  assert.ok('err' in outcome)
  assert.equal(server.mails.length, 0)
})

describe('only one plain mailbox', () => {
  for (const recepient of [
    'nobody',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'Name <a@b.example>',
    '<a@b.example>',
    'a b@c.example',
  ]) {
    test(JSON.stringify(recepient), async (t) => {
      const { server, email } = await setUp(t)
      const outcome = await email.send(aMessage({ recepient }))
      assert.deepEqual(outcome, { err: 'not an e-mail address', isFinal: true, isUnclear: false })
      assert.equal(server.mails.length, 0)
    })
  }
})

test('texts of users never become a header, another recipient or markup', async (t) => {
  const { server, email } = await setUp(t)
  for (const hostile of hostileTexts) {
    const conditions = [aCondition({ net: hostile, device: hostile, param: hostile, unit: hostile })]
    const snapshot = aSnapshot({
      alertName: hostile,
      orgName: hostile,
      confirmed: { on: 0, from: hostile, comment: null },
      conditions,
    })
    assert.deepEqual(await email.send(aMessage({}, snapshot)), { ok: true })
    const { to, raw = '' } = server.mails.at(-1) ?? {}
    assert.deepEqual(to, ['olena@example.org'])
    const [head = ''] = raw.split('\r\n\r\n')
    const names = Array.from(head.matchAll(/^([\w-]+):/gm), ([, name = '']) => name.toLowerCase()).toSorted()
    assert.deepEqual(names, [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ])
    const html = partsOf(raw)[2] ?? ''
    assert.deepEqual(
      new Set(Array.from(html.matchAll(/<\/?(\w+)/g), ([, name]) => name)),
      new Set(['html', 'head', 'meta', 'title', 'body', 'h1', 'table', 'tr', 'th', 'td', 'p', 'a']),
    )
  }
  assert.equal(server.mails.length, hostileTexts.length)
})

describe('a mail server with a certificate of a private CA', () => {
  const now = new Date()
  const [own, other] = [makeCertificate('localhost', now), makeCertificate('localhost', now)]
  for (const secure of [true, false]) {
    test(secure ? 'encrypted from the start' : 'by STARTTLS', async (t) => {
      const server = new MailServer({ ...own, secure })
      const url = await server.start()
      t.after(() => server.stop())
      url.hostname = 'localhost'
      const send = (ca: string | undefined) =>
        new Email({ url, from: 'a@example.org', publicUrl: () => 'https://x', ca }).send(aMessage())
      for (const wrong of [undefined, other.cert]) {
        const outcome = await send(wrong)
        assert.ok('err' in outcome && !outcome.isFinal && !outcome.isUnclear, JSON.stringify(outcome))
        assert.match(outcome.err, /certificate/)
      }
      assert.equal(server.mails.length, 0)
      assert.deepEqual(await send(own.cert), { ok: true })
      assert.equal(server.mails.length, 1)
    })
  }
})
