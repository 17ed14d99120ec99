import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Alarm, alarmsOf } from './alarms.rules.ts'

const alarm = (id: number, some: Partial<Alarm> = {}): Alarm => ({
  id,
  name: `A${id}`,
  logAs: 'warning',
  isActive: true,
  netIds: [1],
  ...some,
})
const confirmed = { on: '2026-11-16T10:00:00Z', from: 'Olena' }

test('alarms of a picture: of its networks, unconfirmed first, then the worst, then the latest', () => {
  const all = [
    alarm(1, { startedOn: '2026-11-16T10:00:00Z' }),
    alarm(2, { startedOn: '2026-11-16T11:00:00Z' }),
    alarm(3, { logAs: 'critical', confirmed }),
    alarm(4, { logAs: 'failure' }),
    alarm(5, { isActive: false, logAs: 'critical' }),
    alarm(6, { netIds: [2], logAs: 'critical' }),
  ]
  assert.deepEqual(
    alarmsOf(all, new Set([1])).map(({ id }) => id),
    [4, 2, 1, 3],
  )
})
