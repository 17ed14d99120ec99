import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { tablesSource } from './testing/tables-source.ts'
import { testDatabase } from './testing/test-database.ts'

const file = new URL('tables.ts', import.meta.url)

test('tables.ts lists the columns of a migrated database', async () => {
  const { sql } = await testDatabase()
  const source = await tablesSource(sql)
  if (process.env['BUSBAR_WRITE_TABLES'] === '1') await writeFile(file, source)
  assert.equal(await readFile(file, 'utf8'), source, 'run `npm run tables`')
})
