import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { head } from '../../testing/raw.ts'
import { listen, logged, service, streamEnds, writtenBytesMin, writtenText } from '../../testing/service.ts'
import { createApp } from '../app.ts'

const headers = { 'content-type': 'application/json', authorization: 'token manager' }

const internal = { errorCode: 'InternalError', errorMessage: 'Unexpected server error.' }

const fail = async (baseUrl: string, how: string) => {
  const before = logged.length
  const response = await fetch(`${baseUrl}/fail/`, { method: 'POST', headers, body: JSON.stringify({ how }) })
  return { status: response.status, answer: await response.json(), loggedCount: logged.length - before }
}

describe('an error that a handler throws', () => {
  test('is hidden from the client and logged once', async () => {
    const { baseUrl } = await listen()
    assert.deepEqual(await fail(baseUrl, 'throw'), { status: 500, answer: internal, loggedCount: 1 })
    const { err, method, url } = logged.at(-1) as { err: Error; method: string; url: string }
    assert.deepEqual([err.message, method, url], ['a secret', 'POST', '/api/v1/fail/'])
  })

  test('is its answer, and not logged, when it is a refusal', async () => {
    const { baseUrl } = await listen()
    const answer = { errorCode: 'NotAuthorized', errorMessage: 'Not you.' }
    assert.deepEqual(await fail(baseUrl, 'refuse'), { status: 401, answer, loggedCount: 0 })
  })

  test('is a bug when it is a refusal that the table does not know', async () => {
    const { baseUrl } = await listen({
      errors: { InternalError: { status: 500, message: 'Unexpected server error.' } },
    })
    assert.deepEqual(await fail(baseUrl, 'refuse'), { status: 500, answer: internal, loggedCount: 1 })
  })

  test('giving nothing is a bug', async () => {
    const { baseUrl } = await listen()
    assert.deepEqual(await fail(baseUrl, 'nothing'), { status: 500, answer: internal, loggedCount: 1 })
  })
})

describe('an answer that is not of its schema', () => {
  test('goes out unseen', async () => {
    const { baseUrl } = await listen()
    assert.deepEqual(await fail(baseUrl, 'wrong'), { status: 200, answer: { fine: 'no' }, loggedCount: 0 })
  })

  for (const [how, message] of [
    ['wrong', 'the reply of POST /fail/.fine: Invalid input: expected boolean, received string'],
    ['wrong text', 'the reply of POST /fail/.fine: Invalid input: expected boolean, received string'],
    ['more', 'the reply of POST /fail/ says more than its schema'],
  ] as const) {
    test(`is loud in tests: ${how}`, async () => {
      const { baseUrl } = await listen({ checkReplies: true })
      const answer = { errorCode: 'InternalError', errorMessage: message }
      assert.deepEqual(await fail(baseUrl, how), { status: 500, answer, loggedCount: 1 })
    })
  }
})

describe('an answer that is JSON already is sent as it is', () => {
  for (const [how, expected] of [
    ['text', writtenText],
    ['bytes', writtenText.padStart(writtenBytesMin)],
  ] as const) {
    test(how, async () => {
      const { baseUrl } = await listen({ checkReplies: true })
      const response = await fetch(`${baseUrl}/fail/`, {
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: JSON.stringify({ how }),
      })
      assert.equal(await response.text(), expected)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(response.headers.get('content-length'), String(expected.length))
    })
  }
})

test('an answer that is no JSON is sent as it comes', async () => {
  const { baseUrl } = await listen({ checkReplies: true })
  const response = await fetch(`${baseUrl}/card/LOGS/a%20b.csv`, { headers })
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(response.headers.get('content-disposition'), 'attachment')
  assert.equal(await response.text(), 'path\nLOGS/a b.csv')
})

test('a stream is ended when its reader has gone', async () => {
  const { port } = await listen()
  const ended = once(streamEnds, 'end')
  const socket = connect(port, '127.0.0.1')
  socket.write(head('GET /api/v1/card/endless'))
  await once(socket, 'data')
  socket.destroy()
  assert.deepEqual(await ended, ['endless'])
})

test('a stream that fails on its way is cut off, and logged once', async () => {
  const { baseUrl } = await listen()
  const before = logged.length
  const response = await fetch(`${baseUrl}/card/broken`, { headers })
  assert.equal(response.status, 200)
  await assert.rejects(response.text())
  assert.equal(logged.length - before, 1)
  assert.match(String((logged.at(-1) as { err: Error }).err), /a secret/)
})

test('errors outside of the gates are answered in the same way', async () => {
  const app = createApp(service)
  app.get('/health', () => {
    throw new Error('a secret')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${app.listeningOrigin}/health`)
  assert.deepEqual([response.status, await response.json()], [500, internal])
  await app.close()
})
