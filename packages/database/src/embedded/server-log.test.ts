import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverLog } from './program.ts'

for (const [line, level] of [
  ['LOG:  checkpoint complete', 'debug'],
  ['FATAL:  the database system is shutting down', 'info'],
  ['DETAIL:  Failing row contains (1, secret)', null],
  ['STATEMENT:  update account set password = 1', null],
  ['\tselect 1', null],
] as const) {
  test(`${line}: ${level ?? 'dropped'}`, () => {
    const seen: string[] = []
    serverLog({ debug: () => seen.push('debug'), info: () => seen.push('info') })(line)
    assert.deepEqual(seen, level === null ? [] : [level])
  })
}
