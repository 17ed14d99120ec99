import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrDrawing } from './qr-code.ts'

/** The code of `text`, from a second implementation of ISO/IEC 18004 whose codes a reader has read. */
const text = 'otpauth://totp/Busbar:a@b.cc?secret=JBSWY3DPEHPK3PXP'
const expected = `
#######.###...#.#.#...#######
#.....#.#...#.#.#.###.#.....#
#.###.#.####...#.###..#.###.#
#.###.#.##.##.#..####.#.###.#
#.###.#...#..###..#.#.#.###.#
#.....#.#.....#...###.#.....#
#######.#.#.#.#.#.#.#.#######
.........##....#.#.#.........
##..###......#..##.#...#.####
...#...#.#.###.##.#..######.#
.#.##.#.#..###.#....#.#.##..#
.###...##.#...##.#...##.##.##
##....#...####...#####.......
####....##...#.####..####.###
..#..#####.#.####.#..###.#..#
######....##..#.##.#.##..#.##
.#.#..###.#..#..##.##..#...#.
#...#....#.....##.#...###.###
...#..####.#...#....#...#...#
..####.#####..#.####....##...
###.#.#...###.#..#.#######.##
........#.#..#.##.#.#...##..#
#######..#.###.#...##.#.#...#
#.....#.#.###.##.####...#..##
#.###.#.###.##...########..#.
#.###.#..#...#####..##...#.##
#.###.#..#.#..##..##.###..###
#.....#.##.#....#######.#..##
#######.#....#..##..#.##.#.#.
`

const drawnRows = ({ size, path }: { size: number; path: string }): string => {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'))
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[Number(y)]?.splice(Number(x), 1, '#')
  return rows.map((row) => row.join('')).join('\n')
}

test('draws the same modules as a second implementation, with a margin of four', () => {
  const drawing = qrDrawing(text) ?? assert.fail()
  const blank = '.'.repeat(drawing.size)
  const rows = drawnRows(drawing).split('\n')
  assert.deepEqual(
    [...rows.slice(0, 4), ...rows.slice(-4)],
    Array.from({ length: 8 }, () => blank),
  )
  assert.ok(rows.every((row) => row.startsWith('....') && row.endsWith('....')))
  const inner = rows.slice(4, -4).map((row) => row.slice(4, -4))
  assert.equal(inner.join('\n'), expected.trim())
})

test('returns null for a text of more than 520 bytes', () => {
  assert.equal(qrDrawing('x'.repeat(520))?.size, 85)
  assert.equal(qrDrawing('x'.repeat(521)), null)
})
