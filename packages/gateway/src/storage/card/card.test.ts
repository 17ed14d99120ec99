import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { RangeRefused } from '@busbar/wire/server'
import { Card } from './card.ts'
import { refuses, testCard, uploader } from './testing/card.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

test('a folder is listed in one order, page by page, and only what has a path', async (t) => {
  const { card, folder } = testCard(t)
  assert.deepEqual(await card.dir('/'), { fromIdx: null, toIdx: null, total: 0, items: [] })
  for (const name of ['b.txt', 'A.txt', 'C', 'c.txt', 'bad:name', 'end.']) writeFileSync(join(folder, name), name)
  mkdirSync(join(folder, 'Logs'))
  const makePipe = 'mkfifo'
  execFileSync(makePipe, [join(folder, 'pipe')])
  await card.writeFile('/z.txt', bytes('made by us'))
  const all = await card.dir('/')
  assert.deepEqual(
    all.items.map(({ name }) => name),
    ['A.txt', 'b.txt', 'C', 'c.txt', 'Logs', 'z.txt'],
  )
  assert.deepEqual([all.fromIdx, all.toIdx, all.total], [0, 5, 6])
  assert.deepEqual(all.items.at(-2)?.attrib, 'drw')
  assert.deepEqual(all.items.at(-1), { name: 'z.txt', attrib: '-rw', size: 10, datetime: '2026-11-14T10:21:05' })
  const rows: [from: number, to: number | undefined, names: string, answer: [number | null, number | null]][] = [
    [0, 0, 'A.txt', [0, 0]],
    [1, 2, 'b.txt C', [1, 2]],
    [4, undefined, 'Logs z.txt', [4, 5]],
    [4, 100, 'Logs z.txt', [4, 5]],
    [6, undefined, '', [null, null]],
  ]
  for (const [from, to, names, answer] of rows) {
    const page = await card.dir('/', from, to)
    assert.equal(page.items.map(({ name }) => name).join(' '), names)
    assert.deepEqual([page.fromIdx, page.toIdx, page.total], [...answer, 6])
  }
  await refuses(card.dir('/', 2, 1), 'ERROR_FR_INVALID_PARAMETER')
  await refuses(card.dir('/b.txt'), 'ERROR_FR_NO_PATH')
  await refuses(card.dir('/none'), 'ERROR_FR_NO_PATH')
  await refuses(card.info('/pipe'), 'ERROR_FR_DENIED')
  await refuses(card.open('/pipe'), 'ERROR_FR_DENIED')
})

test('names are found without regard to case, the exact spelling first', async (t) => {
  const { card, folder } = testCard(t)
  mkdirSync(join(folder, 'Tasks'))
  writeFileSync(join(folder, 'Tasks', 'heat.tsk'), 'old')
  assert.equal((await card.info('/TASKS/HEAT.TSK')).name, 'heat.tsk')
  await card.writeFile('/tasks/HEAT.tsk', bytes('new'))
  assert.deepEqual(readdirSync(join(folder, 'Tasks')), ['heat.tsk'])
  assert.equal(await card.readText('/TASKS/heat.TSK', 100), 'new')
  writeFileSync(join(folder, 'Tasks', 'HEAT.TSK'), 'exact')
  assert.equal(await card.readText('/TASKS/HEAT.TSK', 100), 'exact')
  assert.deepEqual(await card.info('/'), { ...(await card.info('/')), name: '/', attrib: 'drw', size: 0 })
})

test('a file goes out whole or in part, and ends with an error when it shrinks', async (t) => {
  const { card, folder } = testCard(t)
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251))
  writeFileSync(join(folder, 'big.bin'), content)
  writeFileSync(join(folder, 'empty'), '')
  const fullFile = await card.open('/big.bin')
  assert.deepEqual([fullFile.size, fullFile.part], [200_000, null])
  assert.ok((await buffer(fullFile.stream)).equals(content))
  const part = await card.open('/big.bin', 'bytes=-70000')
  assert.deepEqual(part.part, { first: 130_000, last: 199_999 })
  assert.ok((await buffer(part.stream)).equals(content.subarray(130_000)))
  assert.equal((await buffer((await card.open('/empty')).stream)).length, 0)
  await assert.rejects(card.open('/big.bin', 'bytes=200000-'), RangeRefused)
  const shrinking = await card.open('/big.bin')
  writeFileSync(join(folder, 'big.bin'), 'short')
  await refuses(buffer(shrinking.stream), 'ERROR_FR_DISK_ERR')
})

test('sixteen downloads may be open; one that ends makes room', async (t) => {
  const { card, folder } = testCard(t)
  writeFileSync(join(folder, 'a'), 'abc')
  const open = await Promise.all(Array.from({ length: 16 }, () => card.open('/a')))
  await refuses(card.open('/a'), 'ERROR_FR_TOO_MANY_OPEN_FILES')
  const [first] = open
  await new Promise((closed) => first?.stream.once('close', closed).destroy())
  const next = await card.open('/a')
  for (const { stream } of [...open, next]) stream.destroy()
})

test('blocks are read by number; an empty file has one empty block', async (t) => {
  const { card, folder } = testCard(t)
  writeFileSync(join(folder, 'a'), Buffer.alloc(2050, 7))
  writeFileSync(join(folder, 'empty'), '')
  mkdirSync(join(folder, 'sub'))
  const last = await card.readBlock('/a', 2)
  assert.deepEqual(last, { blockIdx: 2, blockCount: 3, data: Uint8Array.of(7, 7) })
  assert.equal((await card.readBlock('/a', 0)).data.length, 1024)
  assert.deepEqual(await card.readBlock('/empty', 0), { blockIdx: 0, blockCount: 1, data: new Uint8Array() })
  await refuses(card.readBlock('/a', 3), 'ERROR_FR_INVALID_PARAMETER')
  await refuses(card.readBlock('/a', -1), 'ERROR_FR_INVALID_PARAMETER')
  await refuses(card.readBlock('/sub', 0), 'ERROR_FR_NO_FILE')
  await refuses(card.readBlock('/none', 0), 'ERROR_FR_NO_FILE')
  await refuses(card.readBlock('/none/a', 0), 'ERROR_FR_NO_PATH')
  await refuses(card.readBlock('/a/b', 0), 'ERROR_FR_NO_PATH')
  await refuses(card.readBlock('/', 0), 'ERROR_FR_INVALID_NAME')
  await refuses(card.readBlock(`/${'ä'.repeat(200)}`, 0), 'ERROR_FR_INVALID_NAME')
})

test('text is read up to a size, and must be UTF-8', async (t) => {
  const { card, folder } = testCard(t)
  writeFileSync(join(folder, 'a'), 'äb')
  writeFileSync(join(folder, 'bad'), Buffer.of(0xff, 0x41))
  assert.equal(await card.readText('/a', 3), 'äb')
  await refuses(card.readText('/a', 2), 'ERROR_FR_NOT_ENOUGH_CORE')
  await refuses(card.readText('/bad', 10), 'ERROR_FR_INVALID_OBJECT')
})

test('files and empty folders are removed; what is read-only stays', async (t) => {
  const { card, folder } = testCard(t)
  await card.writeFile('/new/deep/a.txt', bytes('a'))
  writeFileSync(join(folder, 'fixed'), 'fixed')
  chmodSync(join(folder, 'fixed'), 0o444)
  assert.equal((await card.info('/fixed')).attrib, '-r-')
  await refuses(card.remove('/fixed'), 'ERROR_FR_DENIED')
  await refuses(card.writeFile('/fixed', bytes('other')), 'ERROR_FR_DENIED')
  await refuses(card.writeFile('/new', bytes('other')), 'ERROR_FR_EXIST')
  await refuses(card.writeFile('/fixed/a', bytes('other')), 'ERROR_FR_NO_PATH')
  await refuses(card.remove('/new/deep'), 'ERROR_FR_DENIED')
  await refuses(card.remove('/'), 'ERROR_FR_INVALID_NAME')
  for (const path of ['/new/deep/a.txt', '/new/deep/', '/NEW']) await card.remove(path)
  await refuses(card.remove('/new'), 'ERROR_FR_NO_FILE')
  assert.equal(readFileSync(join(folder, 'fixed'), 'utf8'), 'fixed')
  assert.deepEqual(readdirSync(join(folder, '.busbar')), [])
})

test('too many who wait to write are refused', async (t) => {
  const { card } = testCard(t)
  const writes = Array.from({ length: 65 }, (_, at) => card.writeFile(`/${at}`, bytes('a')))
  const ends = await Promise.allSettled(writes)
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 64)
  await refuses(writes.at(-1) ?? Promise.resolve(), 'ERROR_FR_TIMEOUT')
})

test('reports a missing card everywhere', async () => {
  const none = { capacityKb: null, freeKb: null, isMounted: false, isInserted: false }
  for (const folder of [undefined, '/nowhere/card', '/dev/null']) {
    const card = new Card({ folder, now: () => new Date() })
    assert.deepEqual(await card.status(), none)
    await refuses(card.dir('/'), 'ERROR_FR_NOT_READY')
    await refuses(card.writeFile('/a', bytes('a')), 'ERROR_FR_NOT_READY')
    await refuses(card.eject(), 'ERROR_FR_NOT_READY')
    await card.stop()
  }
})

test('an ejected card stays out of use until another one, or the same again, is put in', async (t) => {
  const { card, clock, folder } = testCard(t)
  writeFileSync(join(folder, 'a'), 'abc')
  const before = await card.status()
  assert.ok(before.isMounted && before.isInserted && (before.capacityKb ?? 0) > 0 && (before.freeKb ?? -1) >= 0)
  await card.writeBlock(uploader, '/b', { idx: 0, count: 2, bytes: new Uint8Array(1024) })
  const { stream } = await card.open('/a')
  const ended = once(stream, 'error')
  await card.eject()
  assert.equal((await ended)[0].code, 'ERROR_FR_NOT_ENABLED')
  assert.deepEqual(readdirSync(join(folder, '.busbar')), [])
  assert.deepEqual(await card.status(), { capacityKb: null, freeKb: null, isMounted: false, isInserted: true })
  await refuses(card.info('/a'), 'ERROR_FR_NOT_ENABLED')
  await refuses(card.eject(), 'ERROR_FR_NOT_ENABLED')
  await clock.advanceAsync(10_000)
  await refuses(card.info('/a'), 'ERROR_FR_NOT_ENABLED')

  // Another folder in its place is another card.
  renameSync(folder, `${folder}.old`)
  mkdirSync(folder)
  assert.equal((await card.status()).isMounted, true)
  await card.eject()

  // The very same one, taken out and put back: seen to be gone in between.
  renameSync(folder, `${folder}.away`)
  assert.equal((await card.status()).isInserted, false)
  await refuses(card.dir('/'), 'ERROR_FR_NOT_READY')
  renameSync(`${folder}.away`, folder)
  assert.equal((await card.dir('/')).total, 0)
  rmSync(folder, { recursive: true })
})
