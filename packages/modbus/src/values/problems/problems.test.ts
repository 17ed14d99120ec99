import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisterKind } from '../../tables.ts'
import type { ValueFormat } from '../format.ts'
import { registerCount } from '../shape.ts'
import { formatProblem } from './problems.ts'

const plain: ValueFormat = { valueType: 'u16' }
const labels = { 0: 'off', 1: 'on' }

test('a format that makes no sense is named by its field', () => {
  const rows: [format: object, problem: RegExp, kind?: RegisterKind][] = [
    [{ valueType: 'u8' }, /^valueType must be one of bit, u16/],
    [{ valueType: '__proto__' }, /^valueType must be one of/],
    [{ valueType: 'u16', order: 'AB' }, /^order must be one of ABCD/],
    [{ valueType: 'u16' }, /^valueType must be bit in a table of bits/, 'coil'],
    [{ valueType: 'bit', bitPosition: 1 }, /^bitPosition has no meaning in a table of bits/, 'discrete-input'],
    [{ valueType: 'bit', order: 'BADC' }, /^order has no meaning in a table of bits/, 'coil'],
    [{ valueType: 'bit', bitPosition: 16 }, /^bitPosition of a bit/],
    [{ valueType: 'bit', bitsAmount: 2 }, /^bitsAmount of a bit/],
    [{ valueType: 'u16', bitPosition: -1, bitsAmount: 1 }, /^bitPosition must be a whole number/],
    [{ valueType: 'u16', bitPosition: 0.5, bitsAmount: 1 }, /^bitPosition must be a whole number/],
    [{ valueType: 'u16', bitsAmount: 0 }, /^bitsAmount must be a whole number/],
    [{ valueType: 'u16', bitPosition: 3 }, /^bitsAmount must be given/],
    [{ valueType: 'u16', bitPosition: 9, bitsAmount: 8 }, /within the 16 bits of u16/],
    [{ valueType: 'enum', bitPosition: 9, bitsAmount: 8, enum: labels }, /within the 16 bits of enum/],
    [{ valueType: 'u32', bitPosition: 30, bitsAmount: 8 }, /within the 32 bits of u32/],
    [{ valueType: 'bitmask', bitPosition: 30, bitsAmount: 8 }, /within the 32 bits of bitmask/],
    [{ valueType: 's16', bitsAmount: 8 }, /^bitsAmount has no meaning for s16/],
    [{ valueType: 'f32', bitPosition: 8 }, /^bitPosition has no meaning for f32/],
    [{ valueType: 'string' }, /^bitsAmount must be given for string/],
    [{ valueType: 'string', bitsAmount: 24 }, /^bitsAmount of a string/],
    [{ valueType: 'string', bitsAmount: 2016 }, /^bitsAmount must be a whole number from 1 to 2000/],
    [{ valueType: 'string', bitsAmount: 16, bitPosition: 1 }, /^bitPosition has no meaning for string/],
    [{ valueType: 'string', bitsAmount: 16, min: 1 }, /^min has no meaning for string/],
    [{ valueType: 'u16', multiplier: 0 }, /^multiplier must not be 0/],
    [{ valueType: 'u16', multiplier: '-0.0' }, /^multiplier must not be 0/],
    [{ valueType: 'u16', multiplier: '1e3' }, /^multiplier must be a plain decimal/],
    [{ valueType: 'u16', multiplier: NaN }, /^multiplier must be a plain decimal/],
    [{ valueType: 'u16', shift: '' }, /^shift must be a plain decimal/],
    [{ valueType: 'enum', multiplier: 2, enum: labels }, /^multiplier has no meaning for enum/],
    [{ valueType: 'bitmask', shift: 1 }, /^shift has no meaning for bitmask/],
    [{ valueType: 'u16', precision: 13 }, /^precision must be a whole number from 0 to 12/],
    [{ valueType: 'u16', precision: -1 }, /^precision must be/],
    [{ valueType: 'u16', precision: NaN }, /^precision must be/],
    [{ valueType: 'u16', min: 'x' }, /^min must be a plain decimal/],
    [{ valueType: 'u16', max: Infinity }, /^max must be a plain decimal/],
    [{ valueType: 'u16', min: 2, max: '1.99' }, /^min must not be above max/],
    [{ valueType: 'enum' }, /^enum must name at least one/],
    [{ valueType: 'enum', enum: {} }, /^enum must name at least one/],
    [{ valueType: 'enum', enum: { on: 1 } }, /^enum must name whole numbers from 0 to 65535, not "on"/],
    [{ valueType: 'enum', enum: { '01': 1 } }, /not "01"/],
    [{ valueType: 'enum', bitsAmount: 2, enum: { 4: 'x' } }, /from 0 to 3, not "4"/],
  ]
  for (const [format, problem, kind = 'holding'] of rows) {
    assert.match(formatProblem({ ...plain, ...format }, kind) ?? 'none', problem, JSON.stringify(format))
  }
})

test('a good format has no problem, and its number of registers', () => {
  const rows: [format: ValueFormat, kind: RegisterKind, registers: number][] = [
    [{ valueType: 'bit' }, 'coil', 1],
    [{ valueType: 'bit', bitPosition: 15, bitsAmount: 1 }, 'input', 1],
    [{ valueType: 'u16', bitPosition: 0, precision: 0, multiplier: 1, shift: 0 }, 'holding', 1],
    [{ valueType: 's64', bitPosition: 0 }, 'input', 4],
    [{ valueType: 'bitmask' }, 'holding', 1],
    [{ valueType: 'bitmask', bitPosition: 8, bitsAmount: 8 }, 'holding', 1],
    [{ valueType: 'bitmask', bitPosition: 8, bitsAmount: 9 }, 'holding', 2],
    [{ valueType: 'enum', enum: labels, multiplier: '1.0' }, 'holding', 1],
    [{ valueType: 'string', bitsAmount: 2000, precision: 0 }, 'holding', 125],
    [{ valueType: 'f64', min: '-1', max: -1 }, 'holding', 4],
  ]
  for (const [format, kind, registers] of rows) {
    assert.equal(formatProblem(format, kind), null)
    assert.equal(registerCount(format), registers)
  }
})
