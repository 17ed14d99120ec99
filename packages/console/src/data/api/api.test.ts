import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkFetch } from './api.ts'

for (const [what, status, code, token, ended] of [
  ['an answer', 200, '', 'a', []],
  ['a link that has ended', 401, 'IncorrectAuthToken', 'a', ['a']],
  ['something that a link does not open', 401, 'NotAuthorized', 'a', []],
  ['a service that is busy', 403, 'TooManyRequests', 'a', []],
  ['a session', 401, 'IncorrectAuthToken', null, []],
] as const) {
  test(`${what} ends ${ended.length === 0 ? 'nothing' : 'the link'}`, async () => {
    const endedTokens: string[] = []
    const send = linkFetch({
      fetch: async () => Response.json({ code }, { status }),
      token: () => token,
      codeField: 'code',
      onEnd: (one) => endedTokens.push(one),
    })
    const response = await send('/x')
    assert.deepEqual([response.status, endedTokens], [status, ended])
    assert.deepEqual(await response.json(), { code })
  })
}
