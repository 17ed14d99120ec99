import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTables, quoted } from './backup/tables.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Sql } from './sql.ts'
import { testDatabase } from './testing/test-database.ts'

const uuid = (n: number): string => `'00000000-0000-4000-8000-${String(n).padStart(12, '0')}'`
const on = `'2026-01-02T03:04:05Z'`

/** Rows of an installation, by the migration that created their tables. */
const rows: Readonly<Record<number, string>> = {
  1: `
    insert into org (id, name, device_quota) values (1, 'Mill', 5);
    insert into account (id, name, email, password_hash, created_on) values (1, 'Ann', 'ann@example.org', 'hash', ${on});
    insert into membership values (1, 1, 'owner');
    insert into api_key (key, account_id, name, password_hash, created_on) values (${uuid(1)}, 1, 'Script', 'hash', ${on});
    insert into session (token_hash, account_id, api_key, expires_on) values ('\\x01', 1, ${uuid(1)}, ${on});
    insert into invitation (org_id, id, email, role, token_hash, expires_on, created_by)
      values (1, ${uuid(2)}, 'bob@example.org', 'viewer', '\\x02', ${on}, 1);
    insert into template (org_id, id, name, manufacturer, version, read_group_size, write_function, skus, param_templates)
      values (1, 1, 'Meter', 'Maker', '1', 60, 'normal', '{A-1}', '[{"slug": "u1"}]');
    insert into net (org_id, id, name, slug, ip, port, created_on) values (1, 1, 'Hall', 'hall', '192.0.2.7', 502, ${on});
    insert into net (org_id, id, name, slug, mac, created_on) values (1, 2, 'Roof', 'roof', '02:00:5e:10:00:01', ${on});
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, template_org_id, template_id, created_on)
      values (1, 1, 1, 'Meter', 'meter', 7, 1, 1, ${on});
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type, multiplier, min)
      values (1, 1, 1, '{"en": "Energy"}', 'energy', 0, 'holding', 'u64', 0.001, -1.50);
    insert into gateway (mac, sku, public_key, org_id, net_id) values ('02:00:5e:10:00:01', 'GW-1', '\\x03', 1, 2);
    insert into activation_code values (12345678, '02:00:5e:10:00:01', ${on});
    insert into connect_code values ('code', '02:00:5e:10:00:01', ${on});
    insert into notification values (${uuid(3)}, '{"en": "News"}', ${on});
    insert into notification_dismissal values (${uuid(3)}, 1, ${on});
    insert into audit (org_id, recorded_on, account_id, account_name, from_address, action, object_kind, object_id, hash)
      values (1, ${on}, 1, 'Ann', '192.0.2.1', 'net.create', 'net', '1', '\\x04');`,
  2: `
    insert into layout (org_id, id, device_id, param_ids, cells) values (1, 1, 1, '{1}', 'd');
    create table poll_20260102 partition of poll for values from ('2026-01-02') to ('2026-01-03');
    insert into poll values (1, 1, ${on}, 1, '{}', '{12.5}', null);
    insert into last_poll (org_id, device_id, read_on, layout_id, narrow, wide, version) values (1, 1, ${on}, 1, '{}', '{12.5}', 1);
    insert into exact values (1, 1, ${on}, '18446744073709551615');
    insert into chunk (org_id, param_id, day, count, hours, data) values (1, 1, '2026-01-01', 1, '\\x05', '\\x06');
    insert into recorder values (${uuid(4)}, 1, ${on});
    insert into installation values (true, '\\x07');
    update org set keep_days = 30;`,
  5: `
    insert into alert (org_id, id, name, slug, condition_logic, log_as, created_on) values (1, 1, 'Hot', 'hot', 'all', 'warning', ${on});
    insert into alert_condition (org_id, id, alert_id, param_id, kind, value) values (1, 1, 1, 1, 'g', 21.5);
    insert into alert_action (org_id, id, alert_id, stage, timeout_minutes, type, param_id, value)
      values (1, 1, 1, 'active', 0, 'write-param', 1, 21.5);
    insert into alert_state values (1, 1, '{"is": "active"}', 3);
    insert into alert_record (org_id, id, alert_id, episode, name, log_as, since_on, started_on)
      values (1, 1, 1, 1, 'Hot', 'warning', ${on}, ${on});
    insert into alert_detail (org_id, record_id, said_on, detail) values (1, 1, ${on}, '{"what": "active"}');
    insert into message (org_id, id, alert_id, episode, item, stage, type, param_id, value, snapshot, due_on, next_try_on)
      values (1, 1, 1, 1, '1', 'active', 'write-param', 1, 21.5, '{}', ${on}, ${on});
    insert into confirm_token values ('\\x08', 1, 1, 1, ${on});
    insert into net_quiet_times (org_id, net_id) values (1, 1);
    insert into sms_spending values (1, '2026-01-01', 0.30, 3);`,
  6: `
    insert into dashboard (org_id, id, name, is_default, created_on) values (1, 1, 'Board', true, ${on});
    insert into dashboard_widget values (1, 1, 1, 0);
    insert into visualization (org_id, id, name, slug, source, cleaned_by, bindings, created_on)
      values (1, 1, 'Plant', 'plant', '<svg/>', 1, '[]', ${on});
    insert into visualization_data values (1, 1, 'door', 'open');`,
  7: `
    insert into report values (1, ${uuid(5)}, 'Month', ${on});
    insert into report_branch (org_id, id, report_id, position, name, main_id, param_id)
      values (1, ${uuid(6)}, ${uuid(5)}, 0, 'All', ${uuid(6)}, 1);`,
  8: `
    insert into sense_tree values (1, ${uuid(7)}, 'Site', 'Europe/Kyiv', ${on});
    insert into sense_branch (org_id, id, tree_id, name) values (1, ${uuid(8)}, ${uuid(7)}, 'Hall');
    insert into sense_series (org_id, id, param_id, device_id, kind, created_on) values (1, 1, 1, 1, 'energy', ${on});
    insert into sense_sensor (org_id, id, tree_id, branch_id, series_id, name)
      values (1, ${uuid(9)}, ${uuid(7)}, ${uuid(8)}, 1, 'Energy');
    insert into sense_day (org_id, series_id, day, amounts) values (1, 1, '2026-01-01', '1');
    insert into sense_zone values (1, 1, 'Europe/Kyiv', true);
    insert into sense_half values (1, 1, 'Europe/Kyiv', 1, '1');
    insert into sense_mark (org_id, series_id, day) values (1, 1, '2026-01-01');`,
  12: `
    insert into aside_poll (org_id, device_id, read_on, layout_id, narrow, reason) values (1, 1, ${on}, 1, '{}', 'clock-ahead');
    insert into clock_memory values (true, ${on}, ${on});`,
  13: `
    insert into meter_exchange (org_id, param_id, exchanged_on, end_value, start_value, created_on)
      values (1, 1, ${on}, 99999.5, 0, ${on});`,
  14: `
    insert into claim (address, port, org_id, net_id, claimed_on) values ('192.0.2.7', 502, 1, 1, ${on});
    insert into claim_grant values (1, 1, 1, ${on}, 'Ann');`,
  15: `
    insert into known_device values (1, '\\x09', ${on}, 0);
    insert into password_reset values ('\\x0a', 1, ${on});
    insert into account_mail (kind, email, language, next_try_on) values ('reset', 'ann@example.org', 'en', ${on});`,
  26: `
    insert into contact (org_id, id, name, account_id, language, channels, created_on)
      values (1, 1, 'Ann', 1, 'uk', '[{"type": "sms", "address": "+48600100200"}]', ${on});
    insert into contact_group (org_id, id, name, members, rotation, created_on)
      values (1, 1, 'Night', '[1]', '{"kind": "by-hand", "onDutyId": 1}', ${on});
    insert into escalation_policy (org_id, id, name, steps, created_on)
      values (1, 1, 'Heat', '[{"afterMinutes": 0, "contactIds": [1], "groupIds": [1]}]', ${on});
    insert into escalation (org_id, alert_id, episode, occurred_on) values (1, 1, 1, ${on});
    insert into escalation_recipient (org_id, alert_id, episode, round, step, contact_id, item) values (1, 1, 1, 0, 0, 1, 'e0.0.1.0');`,
  20: `insert into lost_polls values (1, 1, ${on}, ${on}, 1, 'ServiceStopped', ${on});`,
}

/** Columns that a migration removes, by its number; their values are converted. */
const removed: Readonly<Record<number, Readonly<Record<string, string>>>> = { 19: { connect_code: 'code' } }

/** Tables that a migration removes. */
const removedTables: Readonly<Record<number, string>> = { 30: 'dashboard_widget' }

/** Drops the parts that the next migration removes. */
const kept = (before: Readonly<Record<string, TableContents>>, number: number): Record<string, TableContents> =>
  Object.fromEntries(
    Object.entries(before).flatMap(([table, { columns, rows: all }]) => {
      if (table === removedTables[number]) return []
      const gone = columns.indexOf(removed[number]?.[table] ?? '')
      const isKept = (_: unknown, at: number): boolean => at !== gone
      return [[table, { columns: columns.filter(isKept), rows: all.map((row) => (row as unknown[]).filter(isKept)) }]]
    }),
  )

/** Reads all rows as text by table, or only the columns that `like` names. */
const contents = async (
  sql: Sql,
  like?: Readonly<Record<string, TableContents>>,
): Promise<Record<string, TableContents>> => {
  const found: Record<string, TableContents> = {}
  for (const { name, columns } of await listTables(sql)) {
    if (like !== undefined && like[name] === undefined) continue
    const wanted = like?.[name]?.columns ?? columns
    const texts = wanted.map((column) => `${quoted(column)}::text`)
    const rowsFound = await sql.unsafe(`select array[${texts.join()}] as row from ${quoted(name)} order by 1`)
    found[name] = { columns: wanted, rows: rowsFound.map(({ row }) => row as unknown) }
  }
  return found
}
interface TableContents {
  columns: string[]
  rows: unknown[]
}

/** Migrations are applied one by one to a database that is filled in between, so it has had every earlier version. */
test('migrates the database of every earlier version without losing rows', async () => {
  const known = await readMigrations()
  const { sql, close } = await testDatabase({ isBare: true })
  let before: Record<string, TableContents> = {}
  for (const { number, name } of known) {
    assert.equal(await migrate(sql, { upTo: number }), number)
    const expected = kept(before, number)
    assert.deepEqual(await contents(sql, expected), expected, `changed by ${name}`)
    await sql.unsafe(rows[number] ?? '')
    before = await contents(sql)
  }
  assert.equal(await migrate(sql), known.length)
  const filled = Object.values(before).filter((table) => table.rows.length > 0)
  assert.ok(filled.length >= 58, `${filled.length} tables were filled`)
  const [alert] = await sql<{ flapping: unknown }[]>`select flapping from alert`
  assert.deepEqual(
    alert,
    { flapping: { changes: 6, minutes: 10 } },
    'flap suppression is on for alerts of older versions',
  )
  const [org] = await sql`select alert_log_days, message_days from org where id = 1`
  assert.deepEqual(org, { alert_log_days: null, message_days: null }, 'organizations of older versions keep all')
  const [board] = await sql<{ widgets: unknown; known: unknown }[]>`select widgets, known from dashboard`
  assert.deepEqual(board, {
    widgets: [
      {
        id: 'value-1',
        kind: 'number',
        title: '',
        order: 1,
        place: { column: 1, row: 1, width: 3, height: 4 },
        settings: { value: { paramId: 1 }, hasTrend: true, limits: [] },
      },
    ],
    known: { param: { 1: 'Meter: Energy' } },
  })
  await close()
})
