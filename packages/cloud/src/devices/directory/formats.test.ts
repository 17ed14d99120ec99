import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileValue, type ValueFormat } from '@busbar/modbus'
import { Formats, mayBeLong } from './formats.ts'

test('which values may have more digits than a double holds', () => {
  const rows: [format: ValueFormat, gives: boolean][] = [
    [{ valueType: 'u16' }, false],
    [{ valueType: 'u16', multiplier: '0.001' }, false],
    [{ valueType: 'u32', multiplier: '0.000001' }, false],
    [{ valueType: 'u32', multiplier: '1.000001' }, true],
    [{ valueType: 'u32', multiplier: '1.000001', precision: 3 }, false],
    [{ valueType: 'u32', multiplier: '1.000000' }, false],
    [{ valueType: 'u16', shift: '12345678901.12345' }, true],
    [{ valueType: 'u64' }, true],
    [{ valueType: 's64', precision: 0 }, true],
    [{ valueType: 'f64', multiplier: '0.0000000001' }, false],
    [{ valueType: 'bit' }, false],
    [{ valueType: 'string', bitsAmount: 32 }, false],
    [{ valueType: 'u16', address: 4, coding: { scaleAt: 5 } }, true],
  ]
  for (const [format, gives] of rows) {
    assert.equal(mayBeLong(format), gives, JSON.stringify(format))
    const codec = compileValue(format)
    if (gives || format.valueType === 'string') continue
    // The largest raw number has the most digits.
    for (const words of [
      [0xffff, 0xffff, 0xffff, 0xffff],
      [0x7fff, 0xffff, 0xffff, 0xfffe],
    ]) {
      const [number, text] = [codec.decodeNumber(words), codec.decode(words)]
      if ('ok' in number && 'ok' in text) assert.equal(String(number.ok), text.ok)
    }
  }
})

test('a format is compiled once, and apart for tables of bits', () => {
  const formats = new Formats()
  const text = JSON.stringify(['bit', 'ABCD', 3, null, '1', '0', null, null, null, null, null, null, null])
  assert.equal(formats.of(text, 'holding'), formats.of(text, 'input'))
  assert.equal(formats.of(text, 'holding').count, 1)
  assert.equal(formats.of(text, 'coil').count, 0)
})

test('registers that decide about a value are read with it', () => {
  const coding = { signAt: { address: 33_135, positive: 0, negative: 1 } }
  const stored = ['s32', 'ABCD', null, null, '1', '0', null, null, null, null, ['0x80000000'], coding, 33_149]
  const { count, codec } = new Formats().of(JSON.stringify(stored), 'input')
  assert.deepEqual([count, codec.before], [16, 14])
  const words = [1, ...Array<number>(13).fill(0), 0, 3000]
  assert.deepEqual(codec.decode(words), { ok: '-3000' })
  assert.deepEqual(codec.decode(words.with(14, 0x8000).with(15, 0)), { err: 'no-value' })
})
