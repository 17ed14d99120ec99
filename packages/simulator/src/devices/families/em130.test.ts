import assert from 'node:assert/strict'
import { test } from 'node:test'
import { make, readWords } from '../testing/device.ts'

/** A relay of a version: the seed decides which, so the first that fits is taken. */
function relayOf(version: number): ReturnType<typeof make> {
  for (let seed = 0; seed < 50; seed++) {
    const plant = make('em130', seed)
    if (plant.shows('version') === version) return plant
  }
  return assert.fail(`no device of version ${version}`)
}

const monday = Date.UTC(2026, 5, 8) / 1000 - 7200
const at = (day: number, hour: number, minute = 0): number => monday + day * 86_400 + hour * 3600 + minute * 60

test('version 1 keeps records of 8 registers from 100 on', () => {
  const { device } = relayOf(1)
  assert.deepEqual(
    readWords(device, 'holding', 100, 24),
    // type, days, mode off, mode on, time off, time on
    [1, 0x7f, 0, 2, 1, 0x4a78, 0xffff, 0xfc7c, 1, 0x1f, 1, 0, 0, 600, 0, 14_400, 0, 0, 0, 0, 0, 0, 0, 0],
  )
  assert.equal(device.read('holding', 100 + 16 * 8, 1), 2)
  assert.equal(device.read('holding', 300, 1), 2)
})

test('version 2 keeps records of 10 registers from 300 on, and the sun before them', () => {
  const { device, shows } = relayOf(2)
  assert.deepEqual(
    readWords(device, 'holding', 300, 20),
    // type, days, mode on, time on, mode off, time off, two to spare
    [1, 0x7f, 2, 0xffff, 0xfc7c, 0, 1, 0x4a78, 0, 0, 1, 0x1f, 0, 0, 14_400, 1, 0, 600, 0, 0],
  )
  assert.deepEqual(readWords(device, 'holding', 290, 4), [0, shows('sunrise'), 1, shows('sunset') - 65_536])
  assert.equal(device.write('holding', 290, [0]), 2)
  assert.equal(device.read('holding', 100, 1), 2)
})

for (const version of [1, 2]) {
  const base = version === 1 ? 100 : 300
  // On 08:00, off 17:30, Monday to Friday; and off the whole of Wednesday.
  const records =
    version === 1
      ? [1, 0x1f, 0, 0, 0, 63_000, 0, 28_800, 2, 0b100, 0, 0, 1, 20_863, 0, 0]
      : [1, 0x1f, 0, 0, 28_800, 0, 0, 63_000, 0, 0, 2, 0b100, 0, 0, 0, 0, 1, 20_863, 0, 0]

  const hours: [clock: number, on: number, next: number][] = [
    [at(0, 7, 59), 0, at(0, 8)],
    [at(0, 8), 1, at(0, 17, 30)],
    [at(0, 17, 30), 0, at(1, 8)],
    [at(1, 12), 1, at(1, 17, 30)],
    [at(1, 18), 0, at(3, 8)],
    [at(2, 12), 0, at(3, 8)],
    [at(4, 18), 0, at(7, 8)],
    [at(5, 12), 0, at(7, 8)],
  ]

  test(`version ${version}: the relay follows its records`, () => {
    const { device, set, shows } = relayOf(version)
    assert.equal(device.write('holding', base, records), undefined)
    assert.deepEqual(readWords(device, 'holding', base, records.length), records)
    for (const [clock, on, next] of hours) {
      set('clock', clock)
      assert.deepEqual(
        [shows('relay'), shows('state'), shows('next_switch')],
        [on, on, next],
        `${(clock - monday) / 3600}`,
      )
    }
  })

  test(`version ${version}: records hold only what they may`, () => {
    const { device } = relayOf(version)
    const modeOn = base + (version === 1 ? 3 : 2)
    assert.equal(device.write('holding', base, [3]), 3)
    assert.equal(device.write('holding', base + 1, [0x80]), 3)
    assert.equal(device.write('holding', modeOn, [3]), 3)
    assert.equal(device.write('holding', modeOn, [1]), undefined)
    assert.deepEqual(readWords(device, 'holding', modeOn, 1), [1])
  })
}

test('street lighting as delivered: on a quarter of an hour before sunset, off at half past eleven', () => {
  const { set, shows } = relayOf(1)
  set('clock', at(5, 12))
  const sunset = at(5, 0) + shows('sunset')
  for (const [clock, on] of [
    [sunset - 901, 0],
    [sunset - 900, 1],
    [at(5, 23, 29), 1],
    [at(5, 23, 30), 0],
  ] as const) {
    set('clock', clock)
    assert.equal(shows('relay'), on)
  }
})

test('an interval that ends before it begins goes on past midnight', () => {
  const { device, set, shows } = relayOf(1)
  // On 22:00, off 06:00, on Sundays only.
  device.write('holding', 100, [1, 0x40, 0, 0, 0, 21_600, 1, 13_664, 0])
  for (const [clock, on] of [
    [at(6, 21, 59), 0],
    [at(6, 23), 1],
    [at(7, 5, 59), 1],
    [at(7, 6), 0],
    [at(0, 3), 1],
    [at(1, 3), 0],
  ] as const) {
    set('clock', clock)
    assert.equal(shows('relay'), on, `${(clock - monday) / 3600}`)
  }
})

test('the mode goes before the records, and place and zone move the sun', () => {
  const { set, shows } = relayOf(1)
  set('mode', 1)
  assert.deepEqual([shows('relay'), shows('next_switch')], [1, 0])
  set('mode', 0)
  assert.equal(shows('relay'), 0)
  const [sunrise, sunset] = [shows('sunrise'), shows('sunset')]
  set('zone', 180)
  assert.deepEqual([shows('sunrise'), shows('sunset')], [sunrise + 3600, sunset + 3600])
  set('latitude', 0)
  assert.equal(shows('sunset') - shows('sunrise'), 43_200)
})
