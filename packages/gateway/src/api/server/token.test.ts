import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '@busbar/wire/server'
import type { CallInProgress } from './call.ts'
import { token } from './gates.ts'

type Gate = NonNullable<ReturnType<typeof token>>
const gateOf = (access: string | null) =>
  token((access && { access }) as Parameters<typeof token>[0], {} as Parameters<typeof token>[1])
const good = '0123456789abcdef'.repeat(2)
const guest = { name: 'guest' }
const member = { name: 'session 1' }

/** Result of the gate for a call: the error, or the identified caller. */
const judged = async (authorization: string | undefined, free: 0 | 1 | 2, level: 1 | 2 = 1): Promise<unknown> => {
  const context = {
    sessions: { use: (sessionToken: string) => (sessionToken === good ? { level, requester: member } : undefined) },
    freeLevel: () => free,
    level: 0,
    token: undefined,
    requester: guest,
  } as unknown as CallInProgress
  const gate = gateOf('fieldReader') as Gate
  try {
    await gate({ request: { headers: { authorization } }, context } as Parameters<Gate>[0])
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.code
  }
  return [context.level, context.token, context.requester.name]
}

const [none, dead] = [undefined, `Bearer ${'0'.repeat(32)}`]
const rows: [name: string, args: Parameters<typeof judged>, expected: unknown][] = [
  ['nobody', [none, 0], 'ERROR_TOKEN'],
  ['nobody, while the button holds', [none, 1], [1, undefined, 'guest']],
  ['nobody, by a way that is trusted', [none, 2], [2, undefined, 'guest']],
  ['a session', [`Bearer ${good}`, 0], [1, good, 'session 1']],
  ['an administrator', [`Bearer ${good}`, 0, 2], [2, good, 'session 1']],
  ['an administrator, while the button holds', [`Bearer ${good}`, 1, 2], [2, good, 'session 1']],
  ['a session by a way that is trusted has the higher level', [`Bearer ${good}`, 2], [2, good, 'session 1']],
  ['however it is written', [`bearer  ${good.toUpperCase()}`, 0], [1, good, 'session 1']],
  ['a dead token', [dead, 0], 'ERROR_TOKEN'],
  ['a dead token, while the button holds', [dead, 1], 'ERROR_TOKEN'],
  ['a dead token by a way that is trusted', [dead, 2], [2, undefined, 'guest']],
  ['no token at all', ['Basic xyz', 0], 'ERROR_TOKEN'],
  ['one that is too long', [`Bearer ${good}0`, 0], 'ERROR_TOKEN'],
]
for (const [name, args, expected] of rows) {
  test(`the caller: ${name}`, async () => assert.deepEqual(await judged(...args), expected))
}

test('requires no token for open endpoints', () => {
  assert.equal(gateOf(null), null)
  assert.equal(gateOf('open'), null)
})
