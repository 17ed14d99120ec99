import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { head, post, raw } from '../testing/raw.ts'
import { bodyBytesMax, listen, logged } from '../testing/service.ts'
import { closeApp } from './app.ts'

const { port } = await listen()

const version = head('GET /api/v1/version/')
const path = '/api/v1/reference/'

describe('a connection outlives an error', () => {
  for (const [says, first, status] of [
    ['unknown path', post('/nowhere/', '"body"'), 404],
    ['no token', post(path, '"body"', { authorization: '' }), 401],
    [
      'no token, in chunks',
      [head(`POST ${path}`, { 'transfer-encoding': 'chunked', authorization: '' }), '3\r\nabc\r\n0\r\n\r\n'].join(''),
      401,
    ],
    ['no JSON', post(path, '{'), 400],
    ['wrong shape', post(path, '{}'), 400],
    ['too large, but sent to its end', post(path, Buffer.alloc(bodyBytesMax + 1, 0x20)), 400],
  ] as const) {
    test(says, async () => {
      const { answers } = await raw(port, [first, version], 2)
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [status, 200],
      )
    })
  }

  test('requests in one piece are answered in their order', async () => {
    const all = Buffer.concat([post(path, '"1"'), post(path, '{'), Buffer.from(version), post(path, '"1234"')])
    const { answers } = await raw(port, [all], 4)
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 400, 200, 200],
    )
    assert.equal(answers[3]?.body, '{"length":4}')
  })
})

test('closes a connection that keeps sending a refused request', async () => {
  const flood = Array.from({ length: 32 }, () => Buffer.alloc(bodyBytesMax, 0x20))
  const start = head(`POST ${path}`, { 'content-length': String(2 ** 40), authorization: '' })
  const { answers, isClosed } = await raw(port, [start, ...flood], 2)
  assert.equal(isClosed, true)
  assert.ok(answers.length <= 1)
})

test('a body that comes in drops', async () => {
  const request = Buffer.from(post(path, '"żółć"'))
  const { answers } = await raw(
    port,
    Array.from(request, (_, at) => request.subarray(at, at + 1)),
  )
  assert.equal(answers[0]?.body, '{"length":4}')
})

describe('a client that expects "100 Continue"', () => {
  const waiting = (headers: Record<string, string>): string =>
    head(`POST ${path}`, { expect: '100-continue', ...headers })

  test('receives it if its body is needed', async () => {
    const { text, answers } = await raw(port, [waiting({ 'content-length': '3' }), '"1"'])
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n/)
    assert.equal(answers[0]?.status, 200)
  })

  test('is served if its expectation is unknown', async () => {
    const { answers } = await raw(port, [waiting({ 'content-length': '3', expect: 'wonders' }), '"1"'])
    assert.equal(answers[0]?.status, 200)
  })

  test('is refused at once when it is not, and the connection with it', async () => {
    for (const headers of [{ authorization: '', 'content-length': '3' }, { 'content-length': '2000000' }]) {
      const { text, isClosed } = await raw(port, [waiting(headers)], 2)
      assert.match(text, /^HTTP\/1\.1 40[01] .*connection: close/is)
      assert.equal(isClosed, true)
    }
  })
})

describe('data that are not HTTP', () => {
  for (const [says, bytes] of [
    ['nonsense', 'nonsense\r\n\r\n'],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost x\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(100_000)}`],
    ['a length and chunks', head(`POST ${path}`, { 'content-length': '3', 'transfer-encoding': 'chunked' })],
    ['a chunk of no length', `${head(`POST ${path}`, { 'transfer-encoding': 'chunked' })}zz\r\n`],
    ['no host', 'GET /api/v1/version/ HTTP/1.1\r\ncontent-type: application/json\r\n\r\n'],
  ] as const) {
    test(says, async () => {
      const { answers } = await raw(port, [bytes])
      assert.equal(answers[0]?.status, 400)
      assert.equal(JSON.parse(answers[0].body).errorCode, 'IncorrectRequest')
    })
  }
})

test('reports no error for a client that disconnects within its body', async () => {
  const loggedBefore = logged.length
  const socket = connect(port, '127.0.0.1')
  socket.write(head(`POST ${path}`, { 'content-length': '1000' }))
  await once(socket, 'connect')
  socket.write('"abc', () => socket.resetAndDestroy())
  await once(socket, 'close')
  const { answers } = await raw(port, [version])
  assert.equal(answers[0]?.status, 200)
  assert.equal(logged.length, loggedBefore)
})

test('closes although a client has sent half of a request', async () => {
  const { app, port: own } = await listen()
  const socket = connect(own, '127.0.0.1')
  const closed = once(socket, 'close')
  const [accepted] = await once(app.server, 'connection')
  socket.write('GET /api/v1/version/ HTTP/1.1\r\n')
  await once(accepted, 'data')
  await closeApp(app, 10)
  await closed
})

test('while it closes, what came in is finished and what comes then is refused', async () => {
  const { app, port: own } = await listen()
  const socket = connect(own, '127.0.0.1')
  const arrived = once(app.server, 'request')
  socket.write(head(`POST ${path}`, { 'content-length': '3' }))
  await arrived
  const closed = app.close()
  await new Promise((resolve) => setImmediate(resolve))
  socket.write(`"1"${version}`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 503'])
  await closed
})
