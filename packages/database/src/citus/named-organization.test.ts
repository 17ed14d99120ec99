import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { distributedTables } from './tables.ts'

const source = new URL('../../../', import.meta.url)

/** Statements over all organizations, which run at start-up; Citus sends them to all workers. */
const overAll: Readonly<Record<string, string>> = {
  'readings/src/clock/clock.sql.ts': 'what is ahead of the clock is looked for everywhere, at a start',
}

const tables = distributedTables.join('|')
const mention = new RegExp(`\\b(?:from|join|into|update) (?:${tables})\\b`)

/** Splits a source into its template literals, including fragments. */
const statementsOf = (text: string): string[] => text.match(/`[^`]*`/g) ?? []

/** Statements that name a table of readings but no organization. */
const unnamed = (text: string): string[] =>
  statementsOf(text).filter((statement) => mention.test(statement) && !/\borg_id\b|\bspan\)|ofPart\(/.test(statement))

test('every statement on readings names an organization, so that Citus sends it to a single worker', () => {
  const files = globSync('{alerts,cloud,database,messaging,polling,readings}/src/**/*.ts', { cwd: source }).filter(
    (path) => !path.endsWith('.test.ts') && !/testing|database\/src\/(citus|backup)\//.test(path),
  )
  assert.ok(files.length > 500)
  const wrong = files.flatMap((path) =>
    path in overAll
      ? []
      : unnamed(readFileSync(new URL(path, source), 'utf8')).map((statement) => `${path}: ${statement}`),
  )
  assert.deepEqual(wrong, [])
  const needless = Object.keys(overAll).filter(
    (path) => unnamed(readFileSync(new URL(path, source), 'utf8')).length === 0,
  )
  assert.deepEqual(needless, [])
})

for (const [statement, isRefused] of [
  ['select count(*) from chunk', true],
  ['delete from poll where read_on < now()', true],
  ['select 1 from device d join last_poll l on l.device_id = d.id', true],
  ['select 1 from chunk where org_id = 5', false],
  ['select 1 from device', false],
] as const)
  test(`${statement}: ${isRefused ? 'refused' : 'accepted'}`, () =>
    assert.equal(unnamed(`\`${statement}\``).length === 1, isRefused))
