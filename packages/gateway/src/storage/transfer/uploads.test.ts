import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Card } from '../card/card.ts'
import { refuses, testCard, uploader } from '../card/testing/card.ts'

const nobody = new AbortController().signal

const put = (card: Card, path: string, idx: number, count: number, bytes: Uint8Array, by = uploader): Promise<void> =>
  card.writeBlock(by, path, { idx, count, bytes })

const block = (fill: number, length = 1024): Uint8Array => new Uint8Array(length).fill(fill)

test('a file appears with its last block, under its name, with the old one there until then', async (t) => {
  const { card, folder } = testCard(t)
  const path = join(folder, 'a.bin')
  writeFileSync(path, 'old')
  await put(card, '/a.bin', 0, 3, block(1))
  await put(card, '/A.BIN', 1, 3, block(9))
  await put(card, '/a.bin', 1, 3, block(2))
  assert.equal(readFileSync(path, 'utf8'), 'old')
  assert.equal((await card.dir('/')).total, 1)
  await put(card, '/a.bin', 2, 3, block(3, 5))
  const expected = Buffer.concat([block(1), block(2), block(3, 5)])
  assert.ok(readFileSync(path).equals(expected))
  // The answer to the last block may have been lost.
  await put(card, '/a.bin', 2, 3, block(3, 5))
  await refuses(put(card, '/a.bin', 2, 3, block(4, 5)), 'ERROR_FR_INVALID_PARAMETER')
  await refuses(put(card, '/a.bin', 1, 3, block(2)), 'ERROR_FR_INVALID_PARAMETER')
  assert.ok(readFileSync(path).equals(expected))
  assert.deepEqual(readdirSync(join(folder, '.busbar')), [])
})

test('one block is a file, also an empty one', async (t) => {
  const { card, folder } = testCard(t)
  await put(card, '/LOGS/one', 0, 1, block(1, 7))
  await put(card, '/empty', 0, 1, block(0, 0))
  assert.deepEqual([readFileSync(join(folder, 'LOGS/one')).length, readFileSync(join(folder, 'empty')).length], [7, 0])
})

const wrong: [name: string, idx: number, count: number, bytes: number][] = [
  ['a short block in the middle', 1, 3, 1023],
  ['a long block', 2, 3, 1025],
  ['one that skips another', 2, 3, 10],
  ['another count', 1, 4, 1024],
  ['beyond the count', 3, 3, 10],
  ['below zero', -1, 3, 1024],
  ['no number', Number.NaN, 3, 1024],
  ['no blocks', 0, 0, 0],
  ['more than 64 MiB', 0, 65_537, 1024],
]

test('a block out of order or of a wrong size is refused, and the upload goes on', async (t) => {
  const { card, folder } = testCard(t)
  await refuses(put(card, '/a', 1, 3, block(1)), 'ERROR_FR_INVALID_PARAMETER')
  await put(card, '/a', 0, 3, block(1))
  for (const [name, idx, count, bytes] of wrong) {
    await t.test(name, () => refuses(put(card, '/a', idx, count, block(9, bytes)), 'ERROR_FR_INVALID_PARAMETER'))
  }
  await put(card, '/a', 1, 3, block(2))
  await put(card, '/a', 2, 3, block(3))
  assert.equal(readFileSync(join(folder, 'a')).length, 3072)
})

test('eight uploads at once; idle ones make room after five minutes', async (t) => {
  const { card, clock, folder } = testCard(t)
  for (let at = 0; at < 8; at += 1) await put(card, `/${at}`, 0, 2, block(at))
  await refuses(put(card, '/8', 0, 2, block(8)), 'ERROR_FR_TOO_MANY_OPEN_FILES')
  clock.advance(200_000)
  await put(card, '/0', 0, 2, block(0))
  clock.advance(100_000)
  await put(card, '/8', 0, 2, block(8))
  assert.equal(readdirSync(join(folder, '.busbar')).length, 2)
  await refuses(put(card, '/1', 1, 2, block(1)), 'ERROR_FR_INVALID_PARAMETER')
  await put(card, '/0', 1, 2, block(0))
})

test('removes leftovers of an earlier run and nothing else; refuses a link in their place', async (t) => {
  const { card, folder, parent } = testCard(t)
  const outside = join(parent, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, '1.part'), 'not ours')
  symlinkSync(outside, join(folder, '.busbar'))
  await refuses(card.writeFile('/a', block(1)), 'ERROR_FR_DENIED')
  assert.deepEqual(readdirSync(outside), ['1.part'])

  const second = join(parent, 'second')
  mkdirSync(join(second, '.busbar'), { recursive: true })
  for (const name of ['1.part', '77.part', 'kept']) writeFileSync(join(second, '.busbar', name), 'left')
  const other = new Card({ folder: second, now: () => new Date() })
  await other.writeFile('/a', block(1))
  assert.deepEqual(readdirSync(join(second, '.busbar')), ['kept'])
})

test('any blocks in any order: the file is whole or absent', async (t) => {
  const { card, folder } = testCard(t)
  let count = 0
  const step = fc.record({
    idx: fc.integer({ min: -1, max: 4 }),
    count: fc.constantFrom(1, 2, 3, 3, 3),
    length: fc.constantFrom(0, 5, 1023, 1024, 1024, 1024, 1025),
    fill: fc.nat(255),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const name = `f${(count += 1)}`
      const path = join(folder, name)
      /** Accepted blocks since the last start. */
      let taken: Uint8Array[] = []
      let uploaded: Buffer | undefined
      for (const { idx, count: blockCount, length, fill } of steps) {
        const bytes = block(fill, length)
        const isTaken = await put(card, `/${name}`, idx, blockCount, bytes).then(
          () => true,
          () => false,
        )
        if (isTaken && idx === 0) taken = []
        if (isTaken) taken[idx] = bytes
        if (isTaken && idx === blockCount - 1) uploaded = Buffer.concat(taken)
        assert.equal(existsSync(path), uploaded !== undefined)
        if (uploaded !== undefined) assert.ok(readFileSync(path).equals(uploaded))
      }
      await put(card, `/${name}`, 0, 1, block(0, 0))
    }),
    { numRuns: 40 },
  )
})

test('a file comes from one session: another is refused until that has ended, left or fallen silent', async (t) => {
  const { card, clock, folder } = testCard(t)
  const [first, second] = [new AbortController(), new AbortController()]
  const [a, b] = [
    { name: 'a', signal: first.signal },
    { name: 'b', signal: second.signal },
  ]
  const text = (): string => readFileSync(join(folder, 'f')).toString('latin1')
  const fullContent = (fill: string): string => fill.repeat(1029)
  const bytes = (fill: string, length = 1024): Uint8Array => Buffer.alloc(length, fill)
  await put(card, '/f', 0, 2, bytes('a'), a)
  for (const idx of [0, 1])
    await refuses(put(card, '/F', idx, 2, bytes('b', idx === 0 ? 1024 : 5), b), 'ERROR_FR_LOCKED')
  await put(card, '/other', 0, 1, bytes('b', 5), b)
  await put(card, '/f', 1, 2, bytes('a', 5), a)
  assert.equal(text(), fullContent('a'))
  // The last block again is the same one's to send.
  await refuses(put(card, '/f', 1, 2, bytes('a', 5), b), 'ERROR_FR_INVALID_PARAMETER')
  await put(card, '/f', 1, 2, bytes('a', 5), a)
  await put(card, '/f', 0, 2, bytes('b'), b)
  await refuses(put(card, '/f', 0, 2, bytes('a'), a), 'ERROR_FR_LOCKED')
  // Logged out.
  second.abort()
  await put(card, '/f', 0, 2, bytes('a'), a)
  clock.advance(300_000)
  await put(card, '/f', 0, 2, bytes('c'), { name: 'c', signal: nobody })
  await refuses(put(card, '/f', 1, 2, bytes('a', 5), a), 'ERROR_FR_LOCKED')
  await put(card, '/f', 1, 2, bytes('c', 5), { name: 'c', signal: nobody })
  assert.equal(text(), fullContent('c'))
})

test('whatever the order of requests, a file comes from one session', async (t) => {
  const { card, clock, folder } = testCard(t)
  const step = fc.record({ who: fc.nat(2), idx: fc.nat(2), isLate: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) })
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const name = `m${(count += 1)}`
      for (const { who, idx, isLate } of steps) {
        if (isLate) clock.advance(300_000)
        const by = { name: `session ${who}`, signal: nobody }
        await put(card, `/${name}`, idx, 3, block(who, idx === 2 ? 7 : 1024), by).catch(() => undefined)
        if (!existsSync(join(folder, name))) continue
        const content = readFileSync(join(folder, name))
        assert.deepEqual([content.length, new Set(content).size], [2055, 1])
      }
    }),
    { numRuns: 60 },
  )
})
