import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Message } from '../message/message.ts'
import { aMessage, aSnapshot, hostileTexts } from '../testing/message.ts'
import { TelegramServer } from '../testing/telegram-server.ts'
import { readTelegramBot, Telegram } from './telegram.ts'

const setUp = async (t: TestContext, change: (url: URL) => URL = (url) => url) => {
  const server = new TelegramServer()
  const url = change(await server.start())
  t.after(() => server.stop())
  const telegram = new Telegram({ url, publicUrl: () => 'https://busbar.example.org' })
  const send = (recepient: string, some: Partial<Message> = {}, snapshot = aSnapshot()) =>
    telegram.send(aMessage({ type: 'telegram', recepient, ...some }, snapshot))
  return { server, send }
}

const confirmUrl = 'https://busbar.example.org/confirm/abc?lang=en'

test('sends text to a chat, with a button that acknowledges the alert', async (t) => {
  const { server, send } = await setUp(t)
  assert.deepEqual(await send('-1001234567890', { confirmUrl }), { ok: true })
  const [{ chat_id, text, entities, reply_markup } = assert.fail()] = server.sent
  assert.equal(chat_id, -1_001_234_567_890)
  assert.match(text, /^Alert: Too hot\n\nName: Too hot\nLevel: Critical\n[^]*93\.5 °C/)
  assert.equal(text.includes('/confirm/'), false)
  assert.deepEqual(entities, [{ type: 'bold', offset: 0, length: 'Alert: Too hot'.length }])
  assert.deepEqual(
    reply_markup?.inline_keyboard.flat().map(({ url }) => url),
    [confirmUrl],
  )
})

test('a link that only this machine knows is said in the text: Telegram takes no such button', async (t) => {
  const { server, send } = await setUp(t)
  const local = 'http://127.0.0.1:8080/confirm/abc'
  assert.deepEqual(await send('@plant_alerts', { confirmUrl: local }), { ok: true })
  assert.equal(server.sent[0]?.reply_markup, undefined)
  assert.ok(server.sent[0]?.text.includes(local))
})

test('texts of users are plain text, and never too long', async (t) => {
  const { server, send } = await setUp(t)
  for (const alertName of hostileTexts)
    assert.deepEqual(await send('5', {}, aSnapshot({ alertName, description: 'x'.repeat(5000) })), { ok: true })
  for (const { text } of server.sent) assert.ok(text.length <= 4096)
})

test('answers of the service are judged by what another attempt would come to', async (t) => {
  const { server, send } = await setUp(t)
  const rows = [
    [400, 'Bad Request: chat not found', undefined, { isFinal: true }],
    [403, 'Forbidden: bot was blocked by the user', undefined, { isFinal: true }],
    [429, 'Too Many Requests: retry after 35', { retry_after: 35 }, { isFinal: false, waitMs: 35_000 }],
    [500, 'Internal Server Error', undefined, { isFinal: false }],
  ] as const
  for (const [error_code, description, parameters, expected] of rows) {
    server.errors.set('7', { error_code, description, ...(parameters && { parameters }) })
    const err = `HTTP ${error_code}: ${description}`
    assert.deepEqual(await send('7'), { err, isUnclear: false, ...expected })
  }
})

test('a group that became a supergroup is followed', async (t) => {
  const { server, send } = await setUp(t)
  server.errors.set('-55', {
    error_code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: -100_000_055 },
  })
  assert.deepEqual(await send('-55'), { ok: true })
  assert.equal(server.sent[0]?.chat_id, -100_000_055)
})

test('a bot that is refused is the installation\u2019s fault, and is tried again', async (t) => {
  const { send } = await setUp(t, (url) => new URL('/bot999:wrong-token', url))
  assert.deepEqual(await send('7'), {
    err: 'the bot of the installation is refused, HTTP 401: Unauthorized',
    isFinal: false,
    isUnclear: false,
  })
})

test('a bot is named by its token, or by where its methods are', () => {
  for (const [text, href] of [
    [
      '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
      'https://api.telegram.org/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
    ],
    ['http://127.0.0.1:8081/bot123456:ABC', 'http://127.0.0.1:8081/bot123456:ABC'],
    ['https://api.telegram.org/', null],
    ['ftp://x/bot1:a', null],
    ['token', null],
  ] as const)
    assert.equal(readTelegramBot(text)?.href ?? null, href)
})
