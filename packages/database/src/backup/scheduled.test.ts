import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { ScheduledBackups } from './scheduled.ts'

const hourMs = 3_600_000
const beganOn = Date.UTC(2026, 10, 16, 6)

const setUp = (t: TestContext, { everyMs = 24 * hourMs, keep = 3 } = {}) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'busbar-scheduled-')), 'backups')
  t.after(() => rmSync(join(folder, '..'), { recursive: true }))
  const clock = new VirtualClock()
  const logged: string[] = []
  const faults: Error[] = []
  const backups = new ScheduledBackups({
    folder,
    everyMs,
    keep,
    clock,
    now: () => new Date(beganOn + clock.now()),
    log: { error: (_, message) => void logged.push(message), info: () => {} },
    write: async (file) => {
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      writeFileSync(file, 'all')
    },
  })
  t.after(() => backups.stop())
  const files = (): string[] => readdirSync(folder).toSorted()
  /** Advances the clock and waits for file operations. */
  const pass = async (ms: number): Promise<void> => {
    const till = clock.now() + ms
    while (clock.now() < till) {
      clock.advance(Math.min(hourMs / 6, till - clock.now()))
      await until(() => clock.pending !== 0)
    }
  }
  const make = (...names: string[]): void => {
    mkdirSync(folder, { recursive: true })
    for (const name of names) writeFileSync(join(folder, name), name)
  }
  return { backups, clock, faults, files, folder, logged, make, pass }
}
const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test('runs soon after the first start, then at each interval, and keeps the newest files', async (t) => {
  const { backups, files, make, pass } = setUp(t)
  make('letter.txt', 'busbar-20261116T050000Z.backup.part-1')
  await backups.start()
  assert.deepEqual(files(), ['letter.txt'], 'what was left half is gone')
  await pass(59_000)
  assert.equal(files().length, 1)
  await pass(5 * 24 * hourMs)
  assert.deepEqual(files(), [
    'busbar-20261118T060100Z.backup',
    'busbar-20261119T060100Z.backup',
    'busbar-20261120T060100Z.backup',
    'letter.txt',
  ])
  assert.deepEqual(backups.status(), {
    lastOn: beganOn + 4 * 24 * hourMs + 60_000,
    lastBytes: 3,
    failures: 0,
    failing: null,
    isRunning: false,
    everyMs: 86_400_000,
    keep: 3,
  })
})

test('a restart does not run a backup early', async (t) => {
  const { backups, files, make, pass } = setUp(t)
  make('busbar-20261115T200000Z.backup')
  await backups.start()
  assert.equal(backups.status().lastOn, Date.UTC(2026, 10, 15, 20))
  await pass(14 * hourMs - 1000)
  assert.equal(files().length, 1)
  await pass(1000)
  assert.deepEqual(files(), ['busbar-20261115T200000Z.backup', 'busbar-20261116T200000Z.backup'])
})

test('a file with a future date neither delays backups nor counts as the newest', async (t) => {
  const { backups, files, make, pass } = setUp(t, { keep: 1 })
  make('busbar-20360101T000000Z.backup')
  await backups.start()
  await pass(hourMs)
  assert.deepEqual(files(), ['busbar-20261116T060100Z.backup'])
})

test('a full disk keeps the old files; the backup is retried soon and the failure is reported', async (t) => {
  const { backups, faults, files, logged, make, pass } = setUp(t, { keep: 1 })
  const old = ['busbar-20261101T000000Z.backup', 'busbar-20261102T000000Z.backup']
  make(...old)
  await backups.start()
  faults.push(full(), full())
  await pass(60_000)
  assert.deepEqual([files(), logged], [old, ['backup failed']])
  assert.deepEqual(backups.status(), {
    lastOn: Date.UTC(2026, 10, 2),
    lastBytes: 0,
    failures: 1,
    failing: 'ENOSPC',
    isRunning: false,
    everyMs: 86_400_000,
    keep: 1,
  })
  await pass(600_000)
  assert.deepEqual([files(), backups.status().failures], [old, 2])
  await pass(600_000)
  assert.deepEqual(files(), ['busbar-20261116T062100Z.backup'])
  assert.deepEqual([backups.status().failing, backups.status().failures], [null, 2])
})

test('a folder that cannot be created does not prevent the start', async (t) => {
  const { backups, folder, logged, pass } = setUp(t)
  writeFileSync(folder, '')
  await backups.start()
  await pass(60_000)
  assert.deepEqual(logged, ['backup failed', 'backup failed'])
  rmSync(folder)
  await pass(600_000)
  assert.equal(backups.status().failing, null)
})

test('a new interval applies at once, and a backup can be started immediately', async (t) => {
  const { backups, files, pass } = setUp(t)
  await backups.start()
  backups.apply({ everyMs: 2 * hourMs, keep: 1 })
  assert.deepEqual([backups.status().everyMs, backups.status().keep], [2 * hourMs, 1])
  const making = backups.makeNow()
  assert.equal(backups.status().isRunning, true)
  assert.equal(backups.makeNow(), making, 'two at once are one')
  await making
  assert.equal(files().length, 1)
  assert.equal(backups.status().isRunning, false)
  await pass(4.5 * hourMs)
  assert.deepEqual(files(), ['busbar-20261116T100000Z.backup'], 'two later, and the newest is left')
})
