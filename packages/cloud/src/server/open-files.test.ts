import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { connectionLimits, openFiles, openFilesMax, watchOpenFiles } from './open-files.ts'

test('how many files may be open', () => {
  const line = 'Limit                     Soft Limit           Hard Limit           Units\nMax open files            '
  for (const [text, most] of [
    [`${line}1024                 4096                 files\n`, 1024],
    [`${line}unlimited            unlimited            files\n`, null],
    ['', null],
  ] as const) {
    assert.equal(
      openFilesMax(() => text),
      most,
    )
  }
  assert.equal(
    openFilesMax(() => {
      throw new Error('ENOENT')
    }),
    null,
  )
})

test('connections leave descriptors for the rest', () => {
  for (const [filesMax, callersMax, http, callBack] of [
    [null, 10_000, 4096, 10_000],
    [1_048_576, 10_000, 4096, 10_000],
    [1_048_576, 50_000, 4096, 50_000],
    [65_536, 50_000, 4096, 32_640],
    [20_000, 10_000, 4096, 9872],
    [1024, 10_000, 192, 384],
    [100, 10_000, 16, 32],
  ] as const) {
    assert.deepEqual(connectionLimits(filesMax, callersMax), { http, callBack })
  }
})

test('warns once a minute while hardly any file can be opened, also after the count has failed', async () => {
  const clock = new VirtualClock()
  const told: object[] = []
  let open = 899
  const log = { warn: (details: object) => void told.push(details) }
  const count = (): number => {
    if (Number.isNaN(open)) throw new Error('no count')
    return open
  }
  const watch = watchOpenFiles({ clock, log, filesMax: 1000, count })
  watch.start()
  await clock.advanceAsync(60_000)
  assert.deepEqual(told, [])
  open = 900
  await clock.advanceAsync(60_000)
  assert.deepEqual(told, [{ open: 900, filesMax: 1000 }])
  await clock.advanceAsync(60_000)
  assert.equal(told.length, 2)
  open = Number.POSITIVE_INFINITY
  await clock.advanceAsync(60_000)
  assert.deepEqual(told[2], { open: 1000, filesMax: 1000 })
  open = Number.NaN
  await clock.advanceAsync(10_000)
  assert.equal(told.length, 4, 'the failed count is logged')
  open = 1000
  await clock.advanceAsync(60_000)
  assert.deepEqual(told[4], { open: 1000, filesMax: 1000 })
  await watch.stop()
  await clock.advanceAsync(600_000)
  assert.equal(told.length, 5)
})

test('open files are counted where the system says', () => {
  assert.ok(process.platform !== 'linux' || (openFiles() ?? 0) > 2)
})
