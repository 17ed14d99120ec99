// A process of tests, with a share of the files: `node scripts/test-process.mjs FILE...`.
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

// The runner ends when it has no more tests: while files are loaded, it has this one.
const loading = Promise.withResolvers()
void test('files are loaded', () => loading.promise)

for (const file of process.argv.slice(2))
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    void test(`${file} can be loaded`, () => {
      throw error
    })
  }
loading.resolve()
