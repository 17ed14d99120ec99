import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { templates } from '@busbar/templates'
import { seedTemplates } from './seed.ts'

const now = (): Date => new Date('2026-11-14T00:00:00Z')
const shippedCount = new Set(templates().values()).size

test('nodes that start at once seed one set, and a second start changes nothing', async () => {
  const db = await testDatabase()
  await Promise.all([seedTemplates(db, now), seedTemplates(db, now), seedTemplates(db, now)])
  const read = () => db.sql`select *, xmin::text from template order by id`
  const first = await read()
  assert.equal(first.length, shippedCount)
  await seedTemplates(db, now)
  assert.deepEqual([...(await read())], [...first])
  assert.equal((await db.sql`select 1 from audit where action = 'template.ship'`).length, 1)
  await db.close()
})

test('parameters that are as their template says learn which numbers mean no value, once', async () => {
  const db = await testDatabase()
  const { sql } = db
  await seedTemplates(db, now)
  await sql`insert into org (name) values ('o')`
  await sql`insert into net (org_id, id, name, slug, created_on) values (1, 1, 'n', 'n', now())`
  await sql`insert into device (org_id, net_id, name, slug, modbus_unit_id, template_org_id, template_id, created_on)
    select 1, 1, 'd', 'd', 1, 0, id, now() from template where skus @> '{abb-b23}'`
  const params: [
    slug: string,
    label: string,
    address: number,
    type: string,
    nan: string[] | null,
    gives: string[] | null,
  ][] = [
    ['as-it-is', 'E_exp', 20_484, 'u64', null, ['0xFFFFFFFFFFFFFFFF']],
    ['moved', 'I1', 23_309, 'u32', null, null],
    ['other-type', 'I2', 23_310, 's32', null, null],
    ['taken-away', 'I3', 23_312, 'u32', [], []],
    ['own-words', 'U1', 23_296, 'u32', ['0x0'], ['0x0']],
    ['not-of-it', 'X', 1, 'u16', null, null],
  ]
  for (const [slug, label, address, type, nan] of params) {
    await sql`insert into param (org_id, device_id, name, slug, label, address, register_kind, value_type, nan_values)
      select 1, id, '{"en": "x"}', ${slug}, ${label}, ${address}, 'holding', ${type}, ${nan && sql.json(nan)} from device`
  }
  const stored = async () => {
    const rows = await sql<
      { slug: string; nan: string[] | null }[]
    >`select slug, nan_values as nan from param order by id`
    return rows.map(({ slug, nan }) => [slug, nan])
  }
  // As an older release had it.
  await sql`update template set param_templates = '[]' where skus @> '{abb-b23}'`
  await seedTemplates(db, now)
  const wanted = params.map(([slug, , , , , gives]) => [slug, gives])
  assert.deepEqual(await stored(), wanted)
  await sql`update param set nan_values = null`
  await seedTemplates(db, now)
  assert.ok((await stored()).every(([, nan]) => nan === null))
  await db.close()
})

test('a changed template is written under its id; one that is shipped no more stays only for its devices', async () => {
  const db = await testDatabase()
  const { sql } = db
  await seedTemplates(db, now)
  const before = await sql`select * from template order by id`
  await sql`update template set param_templates = '[]', read_group_size = 1, extra = '{"old": true}' where skus @> '{em130}'`
  await sql`insert into template (id, org_id, name, manufacturer, version, skus, read_group_size, write_function, param_templates)
    values (900, 0, 'used', 'x', '1', '{old-a}', 1, 'normal', '[]'), (901, 0, 'unused', 'x', '1', '{old-b}', 1, 'normal', '[]')`
  await sql`insert into org (name) values ('o')`
  await sql`insert into net (org_id, id, name, slug, created_on) values (1, 1, 'n', 'n', now())`
  await sql`insert into device (org_id, net_id, name, slug, modbus_unit_id, template_org_id, template_id, created_on)
    values (1, 1, 'd', 'd', 1, 0, 900, now())`
  await sql`insert into template (org_id, name, manufacturer, version, skus, read_group_size, write_function, param_templates)
    values (1, 'own', 'x', '1', '{own}', 1, 'normal', '[]')`
  await seedTemplates(db, now)
  assert.deepEqual([...(await sql`select * from template where org_id = 0 and id <> 900 order by id`)], [...before])
  assert.deepEqual([...(await sql`select id, skus from template where id in (900, 901)`)], [{ id: 900, skus: [] }])
  assert.equal((await sql`select 1 from template where org_id = 1`).length, 1)
  await db.close()
})
