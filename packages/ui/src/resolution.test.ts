import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decimals, decimalsOf } from './resolution.ts'

const shown = (value: number | string, { min, max }: Decimals): string =>
  new Intl.NumberFormat('en', { minimumFractionDigits: min, maximumFractionDigits: max }).format(value as number)

for (const [resolution, value, gives] of [
  [{ valueType: 'f32', precision: 2 }, '230.1', '230.10'],
  [{ valueType: 'f32', precision: 0 }, 230.6, '231'],
  [{ valueType: 'f32' }, 230.123_456_789_012, '230.1235'],
  [{ valueType: 'f32' }, '230.1', '230.1'],
  [{ valueType: 'f32' }, 0.123_456_789, '0.123457'],
  [{ valueType: 'f32' }, 12_345_678.9, '12,345,679'],
  [{ valueType: 'f32' }, 0, '0'],
  [{ valueType: 'f64' }, 48_210.612_345_678, '48,210.61235'],
  [{ valueType: 'u16', multiplier: '0.1' }, 61, '61.0'],
  [{ valueType: 'u16', multiplier: '0.10' }, 23.456_78, '23.5'],
  [{ valueType: 's16', multiplier: '1', shift: '-273.15' }, '21.85', '21.85'],
  [{ valueType: 'u16' }, 23.456_78, '23'],
  [{ valueType: 'u64' }, '18446744073709551615', '18,446,744,073,709,551,615'],
] as const) {
  test(`${JSON.stringify(resolution)} ${value} is ${gives}`, () =>
    assert.equal(shown(value, decimalsOf(resolution, Number(value))), gives))
}
