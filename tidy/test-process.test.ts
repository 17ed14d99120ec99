import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))

const writeFiles = (t: TestContext, sources: readonly string[]): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-test-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return sources.map((source, index) => {
    const file = join(folder, `${index}.test.mjs`)
    writeFileSync(file, source)
    return file
  })
}

/** Runs a test process on these files and returns its TAP output. */
const run = async (files: readonly string[], taken?: string): Promise<string> => {
  const options = ['--test-reporter=tap', '--test-force-exit']
  const { BUSBAR_TEST_TAKEN: _, ...env } = process.env
  const { stdout } = spawn(process.execPath, [...options, 'scripts/test-process.mjs', ...files], {
    cwd: checkout,
    env: { ...env, ...(taken !== undefined && { BUSBAR_TEST_TAKEN: taken }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(stdout)
}

test('reports work that a test leaves behind as a failure of that test', async (t) => {
  const files = writeFiles(t, [
    `import { test } from 'node:test'
    import { setTimeout as rest } from 'node:timers/promises'
    test('leaves a rejection', async () => { Promise.reject(new Error('left')); await rest(20) })
    test('throws in a timer', async () => { setTimeout(() => { throw new Error('thrown') }); await rest(20) })
    test('fails after its end', () => { setTimeout(() => { throw new Error('late') }) })
    test('has tests inside', async (t) => { await rest(1); await t.test('one', async () => { await rest(1); await test('two', () => {}) }) })
    `,
  ])
  const output = await run(files)
  for (const line of [
    /^not ok 2 - leaves a rejection$/m,
    /^not ok 3 - throws in a timer$/m,
    /^ok 4 - fails after its end$/m,
    /^ {8}ok 1 - two$/m,
    /^# Error: Test "fails after its end" .* "Error: late"/m,
  ])
    assert.match(output, line)
})

test('a file is loaded when the one before has ended, and one that cannot be is a failure', async (t) => {
  const files = writeFiles(t, [
    `import { test } from 'node:test'
    import { setTimeout as rest } from 'node:timers/promises'
    test('ends later', async () => { await rest(20); globalThis.hasEnded = true })`,
    `import { test } from 'node:test'
    import { setTimeout as rest } from 'node:timers/promises'
    const atLoading = globalThis.hasEnded
    await rest(50)
    test(\`is loaded after it: \${atLoading}\`, () => {})`,
    `import './missing.mjs'`,
  ])
  const output = await run(files)
  for (const line of [
    /^ok 2 - ends later$/m,
    /^ok 4 - is loaded after it: true$/m,
    /^not ok 6 - .*2\.test\.mjs can be loaded$/m,
    /^# tests 7$/m,
  ])
    assert.match(output, line)
})

test('a file is taken by one process, which leaves its number', async (t) => {
  const numbers = [0, 1, 2, 3, 4, 5]
  const source = (number: number) => `import { test } from 'node:test'
    import { setTimeout as rest } from 'node:timers/promises'
    test('file ${number}', () => rest(20))
    test(\`\${process.pid} had file ${number}\`, () => {})`
  const files = writeFiles(t, numbers.map(source))
  const taken = join(dirname(files[0] ?? ''), 'taken')
  mkdirSync(taken)
  const output = (await Promise.all([run(files, taken), run(files, taken)])).join('')
  for (const [number, file] of files.entries()) {
    assert.equal(output.match(new RegExp(`^ok \\d+ - file ${number}$`, 'gm'))?.length, 1)
    const pid = readFileSync(join(taken, encodeURIComponent(file)), 'utf8')
    assert.match(output, new RegExp(`^ok \\d+ - ${pid} had file ${number}$`, 'm'))
  }
})
