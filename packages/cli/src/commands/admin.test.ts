import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { layReadyCluster } from '@busbar/database/testing'
import { lines, runHere } from '../testing/command.ts'
import { start } from '../testing/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-admin-'))
const data = join(folder, 'data')
after(() => rmSync(folder, { recursive: true }))

/** Runs a command here; gives its exit code and all that it said. */
const admin = (words: string, { on = data, ...typed } = {}): Promise<[number, string]> =>
  runHere(['admin', ...words.split(' '), '--data', on], typed)
const does = async (words: string, message: RegExp, context = {}): Promise<string> => {
  const [code, output] = await admin(words, context)
  assert.match(output, message)
  assert.equal(code, 0, output)
  return output
}
const fails = async (words: string, message: RegExp, context = {}): Promise<void> => {
  const [code, output] = await admin(words, context)
  assert.match(output, message)
  assert.equal(code, 1)
}

/** A signal while it restores: nothing is left among the temporary files. */
const stopsVerifying = async (file: string): Promise<void> => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const watcher = watch(temporary, () => end())
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = temporary
  try {
    await fails(`backup --verify ${file}`, /It was stopped before its end\./, { ended })
    assert.deepEqual(readdirSync(temporary), [])
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    watcher.close()
  }
}

test('an installation from its first start to its restored backup', async () => {
  await fails('org list', /There are no data of Busbar in .*name their folder with --data/)
  layReadyCluster(data)
  const service = start('cloud', '--data', data, '--http', '127.0.0.1:0', '--callback', 'off', '--json')
  assert.match(
    await service.line(),
    /^\{"cloud":\{"url":"http:\/\/127\.0\.0\.1:\d+\/api\/v1\/","setupCode":"\w{24}"\}\}$/,
  )

  // Beside the service, which goes on.
  await does('org create --name Mill --quota 5', /^Organization 1, Mill, is created/)
  await does(
    'user create --org 1 --name Ann --email Ann@example.org --role owner --password-stdin',
    /ann@example.org, is created\.$/,
    {
      input: lines('correct horse battery'),
    },
  )
  await does('user set --email ann@example.org --installation-admin on', /is an administrator of the installation/)
  await does('user list', /ann@example\.org +Ann +administrator +owner in 1/)
  await does('user set --email ann@example.org --installation-admin off', /is no administrator/)
  await does('user set-password --email ann@example.org', /has a new password\.\nThe password, shown only now: \w{24}$/)
  await fails('user remove-second-factor --email ann@example.org', /ann@example\.org has no second factor/)
  const code = await does(
    'connect-code create --mac 02-00-5E-10-00-01 --days 2 --sku GW-1',
    /^Connect code: \w{24}\nIt leads to 02:00:5e:10:00:01 until 20/,
  )
  await fails('connect-code create --mac 02', /02 is no MAC/)
  await does('connect-code list', /02:00:5e:10:00:01 .*GW-1/)
  await does(`connect-code delete --code ${/\w{24}/.exec(code)?.[0]}`, /is deleted/)
  await fails('connect-code delete --code nothing', /There is no such connect code/)
  const made = await does(
    'key create --org 1 --name Logger --role viewer',
    /^API key: {2}[0-9a-f-]{36}\nPassword: \w{24}/,
  )
  await does('key list', /\s1 {4}viewer {2}usual {2}never {6}Logger$/)
  await does(`key delete --key ${made.slice(10, 46)}`, /is deleted/)
  await fails('user set-role --org 2 --email ann@example.org --role viewer', /There is no organization 2\./)

  const document = join(folder, 'mill.json')
  await does(`org export ${document} --org 1 --secrets`, /is written, \d+ bytes/)
  assert.equal(statSync(document).mode & 0o777, 0o600)
  await fails(`org export ${document} --org 1`, /cannot be written: EEXIST/)
  await fails(`org export ${document}2 --org 2`, /There is no organization 2\./)
  await does(`org import ${document} --org 1`, /is imported: 0 templates, 0 networks, .* 0 trees\.$/)
  const hall = { id: 1, name: 'Hall', slug: 'hall', solution: 'standalone', protocol: 'modbustcp', ip: '192.0.2.7' }
  const networks = [{ ...hall, controllerKind: 'generic', controllerModbusUnitId: 1 }]
  writeFileSync(`${document}2`, JSON.stringify({ format: 'busbar-organization', formatVersion: 2, networks }))
  const dial = /dial 192\.0\.2\.7:502 for Hall, devices: 0/
  const plan = await does(
    `org import ${document}2 --org 1 --plan --polling`,
    /can be imported; nothing is stored\.\non: dial/,
  )
  assert.match(plan, /off: write to Hall, when asked to$/)
  await does(`org import ${document}2 --org 1`, new RegExp(`is imported: .* 1 networks, .*\noff: ${dial.source}`))
  await does('secrets list', /^opens +key +what\nyes +[0-9a-f]{16} +the key by which gateways know this installation/)
  await does('secrets rotate', /^Encrypted with the key [0-9a-f]{16}: 1\. Update your copy/)
  writeFileSync(`${document}2`, readFileSync(document, 'utf8').replace('"timeZone": "UTC"', '"timeZone": "Moon"'))
  await fails(`org import ${document}2 --org 1`, /mill\.json2\.settings\.timeZone: must be the name of a time zone/)
  writeFileSync(`${document}2`, '{"format": "busbar-organization", "formatVersion": 99}')
  await fails(`org import ${document}2 --org 1`, /mill\.json2\.formatVersion: /)
  await fails(`org import ${folder} --org 1`, /The file cannot be read: /)

  const [table, answers] = [join(folder, 'meter.csv'), join(folder, 'answers.json')]
  writeFileSync(table, 'Name,Register,Type,Page\nVoltage,0,float,3\nCurrent,6,float,3\nPower,?,float,3\n')
  writeFileSync(answers, '{"network:1": "192.0.2.8", "unit:1": 4}')
  await does(
    `org import-config ${table} --org 1 --dry-run`,
    /nothing is\.\n.*meter\.csv:1: column "Page" is skipped \(3 times\)(.|\n)*question network:1: .*It is open\.$/,
  )
  await fails(`org import-config ${table} --org 1`, /there is no answer yet to network:1$/)
  await does(
    `org import-config ${table} --org 1 --answers ${answers}`,
    /1 devices with 1 templates in 1 networks are stored\.\nmeter: unit 4 of meter, 2 parameters\n(.|\n)*meter\.csv:4: "Power" is skipped: \? is not an address/,
  )
  assert.deepEqual((await admin('org import-config --org 1'))[0], 2)

  const [old, map, out] = [join(folder, 'old.csv'), join(folder, 'map.json'), join(folder, 'out.jsonl')]
  writeFileSync(old, 'time,Voltage\n2026-01-02T03:04:05Z,230.1\n2026-01-02T03:05:05Z,unavailable\nnever,1\n')
  const proposal = await does(
    `org import-readings ${old} --org 1 --dry-run`,
    /^Voltage: 1 readings, 1 gaps, .*, parameter \d+\n0 readings would be stored; nothing is\.\n(.|\n)*line 4: "never" is no time$/,
  )
  writeFileSync(map, `{"Voltage": ${/parameter (\d+)/.exec(proposal)?.[1]}}`)
  await does(`org import-readings ${old} --org 1 --map ${map}`, /^1 readings are stored\.$/m)
  await does(`org export-readings ${out} --org 1`, /is written, \d+ bytes/)
  assert.match(
    readFileSync(out, 'utf8'),
    /^\{"t":"2026-01-02T03:04:05\.000Z","p":\d+,"v":230\.1\}\n\{"end":true,"rows":1\}\n$/,
  )
  await fails(`org export-readings ${out} --org 1`, /cannot be written: EEXIST/)

  const states = join(folder, 'home-assistant_v2.db')
  const database = new DatabaseSync(states)
  database.exec(`
    create table states_meta (metadata_id integer primary key, entity_id text);
    create table states (metadata_id integer, state text, last_updated_ts real);
    create table statistics_meta (id integer primary key, statistic_id text, has_mean boolean, has_sum boolean);
    create table statistics (metadata_id integer, start_ts real, mean real, state real);
    insert into states_meta values (1, 'sensor.voltage');
    insert into states values (1, '231.5', 1767400000), (1, 'unknown', 1767400060);
    insert into statistics_meta values (1, 'sensor.voltage', true, false);
    insert into statistics values (1, 1767351600, 229.5, null), (1, 1767398400, 1, null);`)
  database.close()
  writeFileSync(map, `{"sensor.voltage": ${/parameter (\d+)/.exec(proposal)?.[1]}}`)
  await does(`org import-readings ${states} --org 1 --format home-assistant --map ${map}`, /^2 readings are stored\.$/m)
  writeFileSync(`${states}-wal`, '')
  await fails(`org import-readings ${states} --org 1 --format home-assistant`, /is in use/)

  await does('claim give --at 192.0.2.7:502 --net 2', /^192\.0\.2\.7:502 belongs to network 2\.$/)
  await does('claim list', /\n192\.0\.2\.7:502 +1 +2 Hall +20\S+Z/)
  await does('claim free --at 192.0.2.7:502', /is free\.$/)
  await fails('claim free --at 192.0.2.7:502', /Nobody has claimed 192\.0\.2\.7 at port 502\./)

  const file = join(folder, 'backup')
  await does(`backup ${file}`, /is written, \d+ bytes/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  await fails(`backup ${file}`, /is there already/)
  await fails(`restore ${file}`, /is in use by process \d+: stop that one/)
  service.program.kill()
  assert.equal(await service.exit, 0)

  // Without it.
  await does(`backup ${file}2`, /is written, \d+ bytes/)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('backup')),
    ['backup', 'backup2'],
  )
  await does(
    `backup --verify ${file}`,
    /is valid: created on 20\S+Z \(migration \d+\), restored to a temporary database with \d+ tables and \d+ rows\.$/,
  )
  await stopsVerifying(file)
  const other = join(folder, 'other')
  const bytes = readFileSync(file)
  bytes[4] = 1
  writeFileSync(`${file}3`, bytes)
  for (const words of [`backup --verify ${file}3`, `restore ${file}3`]) {
    await fails(words, /not a complete Busbar backup \(it was modified or damaged\)/, { on: other })
  }
  assert.ok(!existsSync(other))
  await does(`restore ${file}`, /is restored/, { on: other })
  await does('org list', /\n1 +Mill +1 +1 of 5 +on$/, { on: other })
  await does('user list', /ann@example\.org +Ann +owner in 1/, { on: other })
  await fails(`restore ${file}2`, /already has rows/)

  // A backup has its secrets sealed: without the key file they do not open.
  await does('secrets list', /\nNO +[0-9a-f]{16} +the key/, { on: other })
  copyFileSync(join(data, 'secrets.key'), join(other, 'secrets.key'))
  const listed = await does('secrets list', /\nyes +[0-9a-f]{16} +the key/, { on: other })
  await does(`secrets drop --key ${/[0-9a-f]{16}/.exec(listed)?.[0]}`, /No locked secret .* nothing was removed\.$/, {
    on: other,
  })
})
