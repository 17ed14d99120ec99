import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const source = 'packages/cloud/src'
const database = join(source, 'db/testing/test-database.ts')
/** A test that never ends would hold up all after it. */
const timeoutMs = 900_000

/** Modules beside it that a file loads; what it only takes types of is not loaded, nor what stands in a text that it writes. */
const loadedBy = (file: string): string[] =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/(?:^|[;}\s])import (?!type\b)[^;']*?'(\.{1,2}\/[^']+\.ts)'/g),
    ([, path = '']) => join(dirname(file), path),
  ).filter((path) => existsSync(path))

/** Test files of the cloud that use the tests' database, by what they load. */
export const databaseTests = (): string[] => {
  const known = new Map([[database, true]])
  const isUser = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    const found = loadedBy(file).some(isUser)
    known.set(file, found)
    return found
  }
  return globSync(`${source}/**/*.test.ts`).filter(isUser)
}

/** Runs test files on a server at a URL, with workers of Citus beside it; gives how the tests ended. */
export const runOn = async (files: readonly string[], url: string, workers: readonly string[] = []) => {
  const env = {
    ...process.env,
    BUSBAR_TEST_DB: url,
    ...(workers.length > 0 && { BUSBAR_TEST_WORKERS: workers.join() }),
  }
  const args = ['scripts/test.mjs', `--test-timeout=${timeoutMs}`, ...files]
  const tests = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const [code] = (await once(tests, 'exit')) as [number | null]
  return code ?? 1
}
