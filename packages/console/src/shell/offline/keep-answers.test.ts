import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '@busbar/cloud/contract'
import {
  cacheAgeMaxMs,
  cacheBytesMax,
  cachedOperations,
  idsToForget,
  isCacheable,
  withoutSecrets,
} from './keep-answers.ts'

const nowMs = Date.UTC(2026, 10, 16, 14)
const answer = (id: string, ageMs: number, bytes: number) => ({
  id,
  user: 'ann@example.org',
  orgId: 1,
  key: [],
  knownAtMs: nowMs - ageMs,
  bytes,
})

for (const [says, all, gone] of [
  ['what has room stays', [answer('a', 0, 10), answer('b', 5000, 10)], []],
  ['what is a week old goes', [answer('a', cacheAgeMaxMs + 1, 10), answer('b', cacheAgeMaxMs, 10)], ['a']],
  [
    'the oldest make room for the newest',
    [answer('old', 9000, 2_000_000), answer('new', 0, 2_000_000), answer('middle', 5000, 2_000_000)],
    ['old'],
  ],
  ['what is too large alone is not kept', [answer('a', 0, cacheBytesMax + 1), answer('b', 1, 10)], ['a']],
] as const) {
  test(says, () => assert.deepEqual(idsToForget(all, nowMs), gone))
}

test('only questions that are named are kept', () => {
  assert.equal(isCacheable(['nets', 'tree', { orgId: 1 }]), true)
  assert.equal(isCacheable(['orgs', 'users', { orgId: 1 }]), false)
  assert.equal(isCacheable(['nets', 'create', {}]), false)
})

test('no secret is kept', () => {
  const endpoints = contract as unknown as Record<string, Record<string, { hasSecrets?: boolean }>>
  const all = Object.entries(cachedOperations).flatMap(([resource, names]) =>
    names.map((name) => [resource, name] as const),
  )
  for (const [resource, name] of all) assert.ok(endpoints[resource]?.[name], `${resource}.${name} is no question`)
  const withSecrets = all.filter(([resource, name]) => endpoints[resource]?.[name]?.hasSecrets === true)
  assert.deepEqual(withSecrets, [['nets', 'get']])
  const net = { id: 7, name: 'Boiler house', devicePasswords: ['1234'] }
  assert.deepEqual(withoutSecrets(['nets', 'get', { netId: 7 }], net), { ...net, devicePasswords: [] })
  assert.deepEqual(withoutSecrets(['nets', 'list', {}], [net]), [net])
})
