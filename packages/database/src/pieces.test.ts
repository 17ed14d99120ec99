import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesOf, readAhead } from './batch-loader.ts'

test('splits a list', () => {
  assert.deepEqual([...piecesOf([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
  assert.deepEqual([...piecesOf([], 2)], [])
})

test('reads one piece ahead, and no more', async () => {
  const begun: number[] = []
  const seen: string[] = []
  for await (const [piece, found] of readAhead([1, 2, 3], async (n) => begun.push(n) * 10)) {
    seen.push(`${piece} ${found} ${begun.join()}`)
  }
  assert.deepEqual(seen, ['1 10 1,2', '2 20 1,2,3', '3 30 1,2,3'])
})

test('throws a failure when its piece is due', async () => {
  const seen: number[] = []
  const reading = async (): Promise<void> => {
    const read = async (n: number): Promise<number> => (n === 2 ? Promise.reject(new Error('away')) : n)
    for await (const [piece] of readAhead([1, 2, 3], read)) seen.push(piece)
  }
  await assert.rejects(reading, /away/)
  assert.deepEqual(seen, [1])
})
