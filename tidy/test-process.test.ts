import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))

/** What a process of tests says of such files, as TAP. */
const run = (t: { after: (undo: () => void) => void }, ...sources: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-test-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = sources.map((source, index) => {
    const file = join(folder, `${index}.test.mjs`)
    writeFileSync(file, source)
    return file
  })
  const options = ['--test-reporter=tap', '--test-force-exit', '--import=./scripts/test-tracking.mjs']
  const args = [...options, 'scripts/test-process.mjs', ...files]
  return spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8' }).stdout
}

test('what goes wrong beside a test fails that test; promises are not followed one by one', (t) => {
  const output = run(
    t,
    `import { AsyncResource } from 'node:async_hooks'
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { setTimeout as rest } from 'node:timers/promises'
    test('leaves a rejection', async () => { Promise.reject(new Error('left')); await rest(20) })
    test('throws in a timer', async () => { setTimeout(() => { throw new Error('thrown') }); await rest(20) })
    test('fails after its end', () => { setTimeout(() => { throw new Error('late') }) })
    test('has tests inside', async (t) => { await rest(1); await t.test('one', async () => { await rest(1); await test('two', () => {}) }) })
    test('waits cheaply', async () => {
      const counted = () => new AsyncResource('count').asyncId()
      const before = counted()
      for (let i = 0; i < 1000; i += 1) await undefined
      assert.ok(counted() - before < 1000)
      await rest(20)
    })`,
  )
  for (const line of [
    /^not ok 2 - leaves a rejection$/m,
    /^not ok 3 - throws in a timer$/m,
    /^ok 4 - fails after its end$/m,
    /^ {8}ok 1 - two$/m,
    /^ok 6 - waits cheaply$/m,
    /^# Error: Test "fails after its end" .* "Error: late"/m,
  ])
    assert.match(output, line)
})

test('all files are loaded before the first test ends, and one that cannot be is a failure', (t) => {
  const output = run(
    t,
    `import { test } from 'node:test'
    test('ends at once', () => {})`,
    `import { test } from 'node:test'
    import { setTimeout as rest } from 'node:timers/promises'
    await rest(50)
    test('is loaded late', () => {})`,
    `import './missing.mjs'`,
  )
  for (const line of [
    /^ok 2 - ends at once$/m,
    /^ok 3 - is loaded late$/m,
    /^not ok 4 - .*2\.test\.mjs can be loaded$/m,
  ])
    assert.match(output, line)
})
