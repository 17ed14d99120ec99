import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PreparedStatement, type Queries, queriesBy } from './statement.ts'

const sent: PreparedStatement[] = []
const sql: Queries = queriesBy(async (statement) => {
  sent.push(statement)
  return Object.assign([], { count: 0 })
})
const day = new Date('2026-03-01')
const isAll = sql`a = ${1}`

const rows: [what: string, statement: Promise<unknown>, text: string, values: unknown[]][] = [
  ['values', sql`select ${1}, ${'x'}, ${null}`, 'select $1, $2, $3', ['1', 'x', null]],
  ['a time', sql`select ${day}`, 'select $1::timestamptz', ['2026-03-01T00:00:00.000Z']],
  ['a truth', sql`select ${true}`, 'select $1::boolean', ['true']],
  ['a large number', sql`select ${8n}`, 'select $1::bigint', ['8']],
  ['bytes', sql`select ${new Uint8Array([1])}`, 'select $1::bytea', [Buffer.from([1])]],
  ['JSON', sql`select ${sql.json('x')}`, 'select $1::jsonb', ['"x"']],
  ['an object', sql`select ${{ a: 1 }}`, 'select $1', ['{"a":1}']],
  ['a list', sql`select ${['a"b', null, '\\', '']}::text[]`, 'select $1::text[]', ['{"a\\"b",null,"\\\\",""}']],
  [
    'a list of times',
    sql`select ${[day]}::timestamptz[]`,
    'select $1::timestamptz[]',
    ['{"2026-03-01T00:00:00.000Z"}'],
  ],
  ['parts', sql`select from t where ${isAll} and ${isAll}`, 'select from t where a = $1 and a = $2', ['1', '1']],
  ['parts in parts', sql`${sql`(${isAll})`} or b = ${2}`, '(a = $1) or b = $2', ['1', '2']],
  ['a name', sql`select from ${sql('s.odd "t"')}`, 'select from "s"."odd ""t"""', []],
  [
    'a row',
    sql`insert into t ${sql({ a: 1, at: day })}`,
    'insert into t ("a","at") values ($1,$2::timestamptz)',
    ['1', '2026-03-01T00:00:00.000Z'],
  ],
  ['rows', sql`insert into t ${sql([{ a: 1 }, { a: isAll }])}`, 'insert into t ("a") values ($1),(a = $2)', ['1', '1']],
  ['a text as it is', sql`${sql.unsafe('min')}(a)`, 'min(a)', []],
]

for (const [what, statement, text, values] of rows) {
  test(what, async () => {
    sent.length = 0
    await statement
    assert.deepEqual([sent[0]?.text, sent[0]?.values], [text, values])
  })
}

test('is sent when it is awaited, and only once', async () => {
  sent.length = 0
  const statement = sql`select ${1}`
  await Promise.resolve()
  assert.equal(sent.length, 0)
  await Promise.all([statement, statement.execute(), statement.finally(() => {})])
  assert.equal(sent.length, 1)
})

test('equal texts share a name; a list of rows has none, because its text varies', async () => {
  sent.length = 0
  const ask = (at: number) => sql`select ${at} as one`
  await Promise.all([ask(1), ask(2), sql`insert into t ${sql([{ a: 1 }, { a: 2 }])}`, sql.unsafe('select')])
  const [first, second, ...others] = sent.map(({ name }) => name)
  assert.match(first ?? '', /^s\d+$/)
  assert.equal(second, first)
  assert.deepEqual(others, [undefined, undefined])
})

test('refuses undefined values and an insert without rows', async () => {
  await assert.rejects(sql`select ${undefined as never}`, { code: 'UNDEFINED_VALUE' })
  await assert.rejects(sql`insert into t ${sql([])}`, /at least one row/)
})
