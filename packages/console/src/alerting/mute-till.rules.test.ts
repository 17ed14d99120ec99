import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MuteTime, muteTill } from './mute.rules.ts'

test('a mute ends when its words say, by the clock of the person', () => {
  const kyiv = (text: string): Date => new Date(`${text}:00+02:00`)
  const now = kyiv('2026-11-30T22:15')
  const rows: [MuteTime, string, Date | null][] = [
    ['hour', '', kyiv('2026-11-30T23:15')],
    ['four-hours', '', kyiv('2026-12-01T02:15')],
    ['tomorrow', '', kyiv('2026-12-01T07:00')],
    ['other', '2026-12-02T08:30', kyiv('2026-12-02T08:30')],
    ['other', '2026-11-30T22:15', null],
    ['other', '2027-02-01T00:00', null],
    ['other', '', null],
  ]
  for (const [time, typed, till] of rows)
    assert.deepEqual(muteTill(time, typed, now, 'Europe/Kyiv'), till, `${time} ${typed}`)
})
