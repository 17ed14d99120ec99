// A process of tests: `node scripts/test-process.mjs FILE...`. It loads a file when the tests of the one before have ended, and takes those
// only that no other process has taken: each leaves a file with the process's number in BUSBAR_TEST_TAKEN.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const taken = process.env.BUSBAR_TEST_TAKEN

const take = (file) => {
  if (taken === undefined) return true
  try {
    writeFileSync(join(taken, encodeURIComponent(file)), `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The runner ends when it has no more tests, so that there is one more until the next file is loaded. */
const holdRunner = () => {
  const reached = Promise.withResolvers()
  const loaded = Promise.withResolvers()
  void test('the next file is loaded', () => {
    reached.resolve()
    return loaded.promise
  })
  return { reached: reached.promise, release: loaded.resolve }
}

let hold = holdRunner()
for (const file of process.argv.slice(2)) {
  if (!take(file)) continue
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    void test(`${file} can be loaded`, () => {
      throw error
    })
  }
  const next = holdRunner()
  hold.release()
  hold = next
  await hold.reached
}
hold.release()
