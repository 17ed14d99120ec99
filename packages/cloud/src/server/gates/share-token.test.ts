import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import type { Entry } from '../../accounts/call.ts'
import { GuessLimits } from '../../accounts/sessions/guess-limits.ts'
import type { GateNeeds } from '../call.ts'
import { enterByLink, shareTokenOf } from './share-token.ts'

const right = '11111111-1111-4111-8111-111111111111'
const link = {
  id: 5,
  orgId: 3,
  object: { kind: 'dashboard', id: 7, deviceId: null },
  isKiosk: false,
  expiresOn: new Date(),
} as const

const start = (findMs = 0) => {
  const clock = new VirtualClock()
  const asked: string[] = []
  const shareLinks = {
    known: () => undefined,
    find: async (token: string) => {
      asked.push(token)
      await new Promise<void>((resolve) => clock.after(findMs, resolve))
      return token === right ? link : null
    },
    contents: async () => ({ paramIds: new Set([1]) }),
  }
  const lookups = new Map()
  const needs = { clock, guesses: new GuessLimits(clock), shareLinks } as unknown as GateNeeds
  const enter = (token: string): Promise<Entry> => enterByLink(needs, '192.0.2.1', token, lookups)
  const settle = async (ms: number): Promise<void> => {
    clock.advance(ms)
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  }
  return { asked, lookups, enter, settle }
}

for (const [header, token] of [
  [`share ${right}`, right],
  ['share ', ''],
  [`token ${right}`, undefined],
  ['', undefined],
] as const) {
  test(`"${header}"`, () => assert.equal(shareTokenOf(header), token))
}

describe('the token of a share link', () => {
  for (const [what, token, findMs] of [
    ['unknown', '22222222-2222-4222-8222-222222222222', 0],
    ['unknown, found out slowly', '22222222-2222-4222-8222-222222222222', 300],
    ['malformed', 'x', 0],
  ] as const) {
    test(`${what}: refused after a second, and not before`, async () => {
      const { lookups, enter, settle } = start(findMs)
      const refusals: unknown[] = []
      enter(token).catch((error: unknown) => refusals.push(error))
      for (const ms of [0, findMs, 999 - findMs]) await settle(ms)
      assert.equal(refusals.length, 0)
      await settle(1)
      const [refusal] = refusals
      assert.ok(refusal instanceof Refusal && refusal.code === 'IncorrectAuthToken')
      assert.equal(lookups.size, 0)
    })
  }

  test('many requests at once make one try', async () => {
    const { asked, enter, settle } = start()
    const all = Array.from({ length: 50 }, () => enter(right))
    await settle(0)
    await Promise.all(all)
    assert.deepEqual(asked, [right])
  })
})
