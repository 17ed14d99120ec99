import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../state/session.ts'
import { renewingFetch } from './api.ts'

const sessionOf = (token: string, email = 'ann@example.org'): Session => ({ token, email, expiresOn: '' })

/** A service that takes one token, and a browser with a session. */
const setUp = (good: string, now: Session | null) => {
  const listeners = new Set<() => void>()
  const sent: string[] = []
  const ended: string[] = []
  const send = renewingFetch({
    codeField: 'code',
    fetch: async (_input, init) => {
      const authorization = new Headers(init?.headers).get('authorization') ?? ''
      sent.push(authorization)
      const isGood = authorization === `token ${good}`
      return Response.json(isGood ? { done: true } : { code: 'IncorrectAuthToken' }, { status: isGood ? 200 : 401 })
    },
    session: {
      get: () => now,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    onEnd: (token) => ended.push(token),
  })
  return {
    sent,
    ended,
    listeners,
    become: (next: Session | null) => {
      now = next
      for (const listener of listeners) listener()
    },
    ask: (signal?: AbortSignal) =>
      send('/x', {
        method: 'POST',
        headers: now === null ? {} : { authorization: `token ${now.token}` },
        ...(signal && { signal }),
      }),
  }
}

/** Until the refusal has been read. */
const untilEnded = async (ended: readonly string[]): Promise<void> => {
  while (ended.length === 0) await new Promise((resolve) => setImmediate(resolve))
}

test('holds a refused request until the same user signs in again', async () => {
  const { sent, ended, become, ask, listeners } = setUp('new', sessionOf('old'))
  const answer = ask()
  await untilEnded(ended)
  become(sessionOf('new'))
  assert.equal((await answer).status, 200)
  assert.deepEqual([sent, ended, listeners.size], [['token old', 'token new'], ['old'], 0])
})

test('a session that is refused as well is asked for again', async () => {
  const { sent, ended, become, ask } = setUp('newest', sessionOf('old'))
  const answer = ask()
  await untilEnded(ended)
  become(sessionOf('new'))
  while (ended.length < 2) await new Promise((resolve) => setImmediate(resolve))
  become(sessionOf('newest'))
  assert.equal((await answer).status, 200)
  assert.deepEqual([sent.length, ended], [3, ['old', 'new']])
})

test('a late refusal of an old session is sent again without a question', async () => {
  const { ended, become, ask } = setUp('new', sessionOf('old'))
  const answer = ask()
  become(sessionOf('new'))
  assert.equal((await answer).status, 200)
  assert.deepEqual(ended, [])
})

for (const [who, next] of [
  ['nobody', null],
  ['somebody else', sessionOf('new', 'bob@example.org')],
] as const) {
  test(`for ${who} nothing is sent again`, async () => {
    const { sent, ended, become, ask } = setUp('new', sessionOf('old'))
    const answer = ask()
    await untilEnded(ended)
    become(next)
    assert.equal((await answer).status, 401)
    assert.deepEqual(sent, ['token old'])
  })
}

test('does not hold an aborted request', async () => {
  const { ended, ask, listeners } = setUp('new', sessionOf('old'))
  const leave = new AbortController()
  const answer = ask(leave.signal)
  await untilEnded(ended)
  leave.abort(new Error('gone'))
  await assert.rejects(answer, /gone/)
  assert.equal(listeners.size, 0)
})

test('without a session a refusal is an answer', async () => {
  const { ended, ask } = setUp('new', null)
  assert.equal((await ask()).status, 401)
  assert.deepEqual(ended, [])
})
