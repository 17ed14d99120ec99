import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MuteTime, muteTill } from './mute-till.rules.ts'

test('a mute ends when its words say, by the clock of the viewer', () => {
  const now = new Date(2026, 10, 30, 22, 15)
  const rows: [MuteTime, string, Date | null][] = [
    ['hour', '', new Date(2026, 10, 30, 23, 15)],
    ['four-hours', '', new Date(2026, 11, 1, 2, 15)],
    ['tomorrow', '', new Date(2026, 11, 1, 7)],
    ['other', '2026-12-02T08:30', new Date(2026, 11, 2, 8, 30)],
    ['other', '2026-11-30T22:15', null],
    ['other', '2027-02-01T00:00', null],
    ['other', '', null],
  ]
  for (const [time, typed, till] of rows) assert.deepEqual(muteTill(time, typed, now), till, `${time} ${typed}`)
})
