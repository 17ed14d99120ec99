import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newTariff, problemOf, type Tariff, withVersion, withZone } from './tariff.rules.ts'

const priced = (tariff: Tariff): Tariff => ({
  ...tariff,
  versions: tariff.versions.map((version) => ({
    ...version,
    zones: version.zones.map((zone) => ({ ...zone, price: '0.25' })),
  })),
})
const fresh = newTariff('kWh', 'All hours', '2026-11-15')
const good = priced(fresh)
const [version] = good.versions
assert.ok(version)

describe('a tariff that is typed', () => {
  const rows: [says: string, tariff: Tariff, gives: string | null][] = [
    ['a new one lacks its price', fresh, 'price'],
    ['is good with it', good, null],
    ['currency', { ...good, currency: 'eur' }, 'currency'],
    ['unit', { ...good, unit: ' ' }, 'unit'],
    ['a version of the same day', withVersion(good, version.validFrom), 'order'],
    ['a later version', withVersion(good, '2027-01-01'), null],
    ['a number that is none', { ...good, versions: [{ ...version, co2: 'x' }] }, 'number'],
    ['a zone without a price', { ...good, versions: [withZone(version, 'Night')] }, 'price'],
    ['a zone with one', priced({ ...good, versions: [withZone(version, 'Night')] }), null],
  ]
  for (const [says, tariff, gives] of rows) {
    test(`${says}: ${gives ?? 'nothing'}`, () => assert.equal(problemOf(tariff), gives))
  }

  test('the last zone keeps all other hours', () => {
    const { zones } = withZone(withZone(version, 'Night'), 'Peak')
    assert.deepEqual(
      zones.map(({ name, hours }) => [name, hours.length]),
      [
        ['Night', 1],
        ['Peak', 1],
        ['All hours', 0],
      ],
    )
  })
})
