import assert from 'node:assert/strict'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { CardError } from './card-error.ts'
import { refuses, testCard, uploader } from './testing/card.ts'

const secret = 'not for the card'

/** A card full of ways out, and what lies beside it. */
function planted(t: Parameters<typeof testCard>[0]) {
  const made = testCard(t)
  const { folder, parent } = made
  const outside = join(parent, 'outside')
  mkdirSync(join(outside, 'sub'), { recursive: true })
  writeFileSync(join(outside, 'secret'), secret)
  // No path of the tests has this name: a listing that shows it is one of the outside.
  writeFileSync(join(outside, 'only-outside'), '')
  mkdirSync(join(folder, 'in'))
  writeFileSync(join(folder, 'in', 'a'), 'on the card')
  symlinkSync(outside, join(folder, 'dir-out'))
  symlinkSync('../outside', join(folder, 'rel-out'))
  symlinkSync(join(outside, 'secret'), join(folder, 'file-out'))
  symlinkSync('/', join(folder, 'in', 'root'))
  symlinkSync('a', join(folder, 'in', 'link'))
  symlinkSync('..', join(folder, 'in', 'up'))
  symlinkSync('loop', join(folder, 'loop'))
  symlinkSync(join(outside, 'made'), join(folder, 'dangling'))
  return { ...made, outside }
}

/** All that is below a folder, with what the files hold. */
function tree(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (lstatSync(path).isDirectory()) return [path, ...tree(path)]
    return [`${path} = ${readFileSync(path, 'utf8')}`]
  })
}

test('links are neither listed nor followed, wherever they point', async (t) => {
  const { card, outside } = planted(t)
  const before = tree(outside)
  const names = async (path: string) => (await card.dir(path)).items.map(({ name }) => name)
  assert.deepEqual([await names('/'), await names('/in')], [['in'], ['a']])
  const paths = ['/dir-out', '/dir-out/secret', '/rel-out/secret', '/file-out', '/in/link', '/in/up/in/a', '/loop']
  for (const path of [...paths, '/dangling', '/in/root/etc/passwd']) {
    await refuses(card.info(path), 'ERROR_FR_DENIED')
    await refuses(card.open(path), 'ERROR_FR_DENIED')
    await refuses(card.dir(path), 'ERROR_FR_DENIED')
    await refuses(card.writeFile(path, Buffer.from('x')), 'ERROR_FR_DENIED')
    await refuses(card.writeBlock(uploader, path, { idx: 0, count: 1, bytes: Buffer.from('x') }), 'ERROR_FR_DENIED')
    await refuses(card.remove(path), 'ERROR_FR_DENIED')
  }
  assert.deepEqual(tree(outside), before)
})

test('no spelling leads off the card', async (t) => {
  const { card, outside, parent } = planted(t)
  const before = [...tree(outside), ...readdirSync(parent)]
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('..', '.', '', 'in', 'a', 'up', 'root', 'dir-out', 'file-out', 'secret') },
    {
      weight: 3,
      arbitrary: fc.constantFrom('%2e%2e', '..\\', '\\..\\outside', 'a\0', '..;', '.. ', '...', '~', outside),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom('proc', 'self', 'fd', 'outside', 'card', '.busbar', '1.part') },
  )
  const path = fc
    .tuple(
      fc.constantFrom('/', '', '//', '\\', './', '../'),
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom('/', '//', '\\'),
    )
    .map(([start, parts, between]) => start + parts.join(between))
  const asks = [
    async (at: string) => assert.ok(!(await buffer((await card.open(at)).stream)).includes(secret)),
    async (at: string) => assert.ok(!JSON.stringify(await card.dir(at)).includes('only-outside')),
    (at: string) => card.info(at),
    (at: string) => card.writeFile(at, Buffer.from('written')),
    (at: string) => card.writeBlock(uploader, at, { idx: 0, count: 1, bytes: Buffer.from('written') }),
    (at: string) => card.remove(at),
  ]
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom(...asks), async (at, ask) => {
      try {
        await ask(at)
      } catch (error) {
        if (!(error instanceof CardError)) throw error
        assert.notEqual(error.code, 'ERROR_FR_INT_ERR', String(error.cause))
      }
      assert.deepEqual([...tree(outside), ...readdirSync(parent)], before)
    }),
    { numRuns: 400 },
  )
})

test('a folder that is repeatedly replaced with a link never leads outside the card', async (t) => {
  const { card, folder, outside } = planted(t)
  mkdirSync(join(folder, 'turn'))
  writeFileSync(join(folder, 'turn', 'secret'), 'harmless')
  symlinkSync(outside, join(folder, 'link'))
  const before = tree(outside)
  const over = new AbortController()
  /** The card may have made a folder there meanwhile, because there was none. */
  const move = (from: string, to: string): void => {
    for (let tries = 0; ; tries += 1) {
      try {
        return renameSync(join(folder, from), join(folder, to))
      } catch (error) {
        if (tries > 100) throw error
        rmSync(join(folder, to), { recursive: true, force: true })
      }
    }
  }
  const turning = (async () => {
    while (!over.signal.aborted) {
      move('turn', 'aside')
      move('link', 'turn')
      await new Promise(setImmediate)
      move('turn', 'link')
      move('aside', 'turn')
      await new Promise(setImmediate)
    }
  })()
  for (let tries = 0; tries < 100; tries += 1) {
    const read = await card.readText('/turn/secret', 100).catch((error: unknown) => error)
    assert.ok(read === 'harmless' || read === 'x' || read instanceof CardError, String(read))
    await card.writeFile('/turn/secret', Buffer.from('x')).catch(() => undefined)
  }
  over.abort()
  await turning
  assert.deepEqual(tree(outside), before)
})
