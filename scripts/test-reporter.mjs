// Reports a test process: a line for each file when it ends, failures in full, and in BUSBAR_TEST_RESULT the figures
// that the runner sums up.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inspect } from 'node:util'

/** Its tests that pass hold the runner until a file is loaded. */
const loader = join(import.meta.dirname, 'test-process.mjs')

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** Why it failed. A suite that fails because of a test inside it says nothing new. */
const describe = (names, { file, line, details }) => {
  const { error } = details
  if (error.failureType === 'subtestsFailed') return undefined
  return `✖ ${names.join(' > ')}\n  ${relative('', file ?? '')}:${line}\n${inspect(error.cause ?? error, { depth: 5 })}\n`
}

export default async function* report(events) {
  const durations = {}
  const failures = []
  const names = []
  const counts = { tests: 0, failed: 0, skipped: 0 }
  let current
  let inner
  let before = performance.now()

  /** Files run one after another: what passes until a file's test has ended, hooks included, is the file's. */
  const spend = (file) => {
    const now = performance.now()
    durations[file] = (durations[file] ?? 0) + now - before
    before = now
  }
  const endOf = (file) => `${seconds(durations[file]).padStart(8)}  ${file}\n`

  for await (const { type, data } of events) {
    if (type === 'test:start') {
      names.length = data.nesting
      names[data.nesting] = data.name
    }
    // Such as what a test left behind that failed after its end.
    if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) failures.push(`✖ ${data.message}\n`)
    if ((type !== 'test:pass' && type !== 'test:fail') || (type === 'test:pass' && data.file === loader)) continue
    const isTest = data.details.type !== 'suite'
    if (isTest) counts.tests += 1
    if (isTest && data.skip !== undefined) counts.skipped += 1
    if (type === 'test:fail' && data.todo === undefined) {
      const failure = describe([...names.slice(0, data.nesting), data.name], data)
      if (failure !== undefined) {
        counts.failed += 1
        failures.push(failure)
        yield failure
      }
    }
    if (data.file === undefined) continue
    if (data.nesting > 0) {
      inner ??= data.file
      continue
    }
    // A suite may be made by a helper in another file; the tests in it are where they belong.
    const file = relative('', inner ?? data.file)
    inner = undefined
    if (current !== undefined && current !== file) yield endOf(current)
    current = file
    spend(file)
  }
  if (current !== undefined) yield endOf(current)
  writeFileSync(process.env.BUSBAR_TEST_RESULT, JSON.stringify({ counts, durations, failures }))
}
