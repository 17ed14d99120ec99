import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { checkBytes, multiply, power } from './galois.ts'
import { qrCode, qrDrawing } from './qr-code.ts'
import { versions } from './versions.ts'

test('check bytes are those of the example of the standard', () => {
  // ISO/IEC 18004, annex I: 1-M, "01234567".
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11]
  assert.deepEqual(checkBytes(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55])
})

/** Reads a code as a camera would, from the outside in: format, mask, path, blocks, text. */
const read = (cells: readonly (readonly boolean[])[]): string => {
  const size = cells.length
  const at = (row: number, column: number): number => (cells[row]?.[column] ? 1 : 0)
  const version = versions[(size - 17) / 4 - 1]
  assert.ok(version)
  const format = [0, 1, 2, 3, 4, 5, 7, 8]
    .map((row) => at(row, 8))
    .concat([7, 5, 4, 3, 2, 1, 0].map((column) => at(8, column)))
  const value = format.reduce((sum, bit, i) => sum + bit * 2 ** i, 0) ^ 0x5412
  assert.equal(value >> 13, 1, 'level L')
  const mask = (value >> 10) & 7
  const second = [...Array(8).keys()]
    .map((i) => at(8, size - 1 - i))
    .concat([...Array(7).keys()].map((i) => at(size - 7 + i, 8)))
  assert.deepEqual(second, format, 'the format is there twice')
  const isKept = (row: number, column: number): boolean => {
    if (row === 6 || column === 6) return true
    if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)) return true
    if (version.number >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true
    const last = version.centres.at(-1)
    return version.centres.some((y) =>
      version.centres.some((x) => {
        const isCorner = [y === 6 && x === 6, y === 6 && x === last, y === last && x === 6].some(Boolean)
        return !isCorner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2
      }),
    )
  }
  const flips = [
    (i: number, j: number) => (i + j) % 2,
    (i: number) => i % 2,
    (_: number, j: number) => j % 3,
    (i: number, j: number) => (i + j) % 3,
    (i: number, j: number) => ((i >> 1) + Math.floor(j / 3)) % 2,
    (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
    (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
  ]
  const bits: number[] = []
  let isUp = true
  for (const right of [...Array(size).keys()]
    .toReversed()
    .filter((column) => (column > 6 ? (size - 1 - column) % 2 === 0 : column % 2 === 1))) {
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (!isKept(row, column)) bits.push(at(row, column) ^ (flips[mask]?.(row, column) === 0 ? 1 : 0))
      }
    }
    isUp = !isUp
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  )
  const lengths = version.blocks.flatMap(([count, length]) => Array.from({ length: count }, () => length))
  const blocks: number[][] = lengths.map(() => [])
  let next = 0
  for (let i = 0; i < Math.max(...lengths); i += 1) {
    for (const [block, length] of lengths.entries()) if (i < length) blocks[block]?.push(bytes[next++] ?? 0)
  }
  const checks: number[][] = lengths.map(() => [])
  for (let i = 0; i < version.check; i += 1) for (const block of checks) block.push(bytes[next++] ?? 0)
  for (const [i, block] of blocks.entries()) {
    for (let root = 0; root < version.check; root += 1) {
      const syndrome = [...block, ...(checks[i] ?? [])].reduce((sum, one) => multiply(sum, power(root)) ^ one, 0)
      assert.equal(syndrome, 0, 'no byte is wrong')
    }
  }
  const data = blocks.flat().flatMap((byte) => [byte >> 4, byte & 15])
  assert.equal(data[0], 4, 'bytes')
  const digits = version.number < 10 ? 2 : 4
  const length = data.slice(1, 1 + digits).reduce((sum, one) => sum * 16 + one, 0)
  const text = Array.from({ length }, (_, i) => (data[1 + digits + 2 * i] ?? 0) * 16 + (data[2 + digits + 2 * i] ?? 0))
  return new TextDecoder().decode(Uint8Array.from(text))
}

describe('what is drawn can be read', () => {
  for (const version of versions) {
    test(`in the size ${version.number}`, () => {
      const most =
        version.blocks.reduce((sum, [count, bytes]) => sum + count * bytes, 0) - (version.number < 10 ? 2 : 3)
      const text = 'otpauth://totp/'.padEnd(most, 'Busbar ż').slice(0, most)
      const fits = new TextEncoder().encode(text).length <= most ? text : 'x'.repeat(most)
      const cells = qrCode(fits)
      assert.ok(cells)
      assert.equal(cells.length, 17 + 4 * version.number)
      assert.equal(read(cells), fits)
    })
  }
  test('any text that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const cells = qrCode(text)
        assert.ok(cells)
        assert.equal(read(cells), text)
      }),
      { numRuns: 30 },
    )
  })
})

test('a text that is too long has none', () => {
  assert.equal(qrCode('x'.repeat(521)), null)
  assert.equal(qrDrawing('x'.repeat(521)), null)
})

test('the drawing has a square for each dark module, within a margin of four', () => {
  const cells = qrCode('AB:CD') ?? assert.fail()
  const { size, path } = qrDrawing('AB:CD') ?? assert.fail()
  assert.equal(size, cells.length + 8)
  const drawn = Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => [Number(y) - 4, Number(x) - 4])
  const dark = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[y, x]] : [])))
  assert.deepEqual(drawn, dark)
})
