import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate, type Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { dropLocked } from './drop-locked.ts'
import { installationKey } from './installation-key.ts'
import { KeyFile } from './key-file.ts'
import { listSecrets } from './list.ts'
import { gatewayPlace, netPlace, openPasswords, sealPasswords } from './passwords.ts'
import { SecretsProblem } from './problem.ts'
import { rotate } from './rotate.ts'
import { sealingKey } from './seal.ts'
import { Secrets } from './secrets.ts'
import { sealPlain, startSecrets } from './start.ts'
import { dump } from './testing/test-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-secrets-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0

const privateKey = Buffer.from('0123456789abcdef0123456789abcdef')
const plainTexts = ['correct horse', 'battery staple', 'zażółć', privateKey.toString('hex')]

/** As an older Busbar has left it. */
const setUp = async () => {
  const db = await testDatabase()
  const { sql } = db
  await sql`insert into org (id, name) values (1, 'One'), (2, 'Two')`
  await sql`insert into net (org_id, id, name, slug, device_passwords, created_on) values
    (1, 1, 'Hall', 'hall', array['correct horse', 'zażółć'], now()), (1, 2, 'Roof', 'roof', '{}', now()),
    (2, 3, 'Pump', 'pump', array['correct horse'], now())`
  await sql`insert into gateway (mac, device_passwords) values ('02:00:5e:10:00:01', array['battery staple'])`
  await sql`insert into installation (private_key) values (${privateKey})`
  const told: string[] = []
  const tell =
    (level: string) =>
    (details: object, message: string): void =>
      void told.push(`${level}: ${message} ${JSON.stringify(details)}`)
  const log = { info: tell('info'), warn: tell('warn'), error: tell('error') }
  count += 1
  const path = join(folder, String(count), 'secrets.key')
  const start = () => startSecrets(db, path, log)
  return { db, sql, told, path, start, file: new KeyFile(path) }
}

const sealedOf = async (sql: Sql, netId: number): Promise<Buffer> => {
  const [row] = await sql<{ sealed: Buffer }[]>`select sealed_passwords as sealed from net where id = ${netId}`
  assert.ok(row)
  return row.sealed
}

test('encrypts plain-text secrets of older versions at the start and leaves none in the database', async () => {
  const { db, sql, start, path, told } = await setUp()
  const before = await dump(sql)
  for (const text of plainTexts) assert.ok(before.includes(text), text)
  const secrets = await start()
  const dumped = await dump(sql)
  for (const text of plainTexts) {
    for (const form of [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')])
      assert.equal(dumped.includes(form), false, form)
  }
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.match(told.join('\n'), /info: encryption key created.*\ninfo: plain-text secrets encrypted.*"count":4/)
  assert.deepEqual(openPasswords(secrets, netPlace(1, 1), await sealedOf(sql, 1)), ['correct horse', 'zażółć'])
  assert.deepEqual(await installationKey(db, secrets, () => assert.fail()), privateKey)
  // A second start finds nothing to do.
  const sealed = await dump(sql)
  await start()
  assert.equal(await dump(sql), sealed)
})

test('an interrupted encryption continues at the next start', async () => {
  const { db, sql, start } = await setUp()
  let left = 1
  const cut = {
    ...db,
    tx: ((work) => (left-- > 0 ? db.tx(work) : Promise.reject(new Error('cut off')))) as typeof db.tx,
  }
  const secrets = await start()
  await sql`update net set sealed_passwords = null, device_passwords = array['correct horse']`
  await sql`update gateway set sealed_passwords = null, device_passwords = array['battery staple']`
  await assert.rejects(sealPlain(cut, secrets), /cut off/)
  assert.equal((await sql`select 1 from net where device_passwords <> '{}'`).length, 0)
  assert.equal((await sql`select 1 from gateway where device_passwords <> '{}'`).length, 1)
  await start()
  const [gateway] = await sql<{ id: number; sealed: Buffer }[]>`select id, sealed_passwords as sealed from gateway`
  assert.ok(gateway)
  assert.deepEqual(openPasswords(secrets, gatewayPlace(gateway.id), gateway.sealed), ['battery staple'])
})

test('a value that was moved to another row is not opened there', async () => {
  const { db, sql, start, told } = await setUp()
  const secrets = await start()
  await sql`update net set sealed_passwords = (select sealed_passwords from net where id = 1) where id = 3`
  assert.equal(openPasswords(secrets, netPlace(2, 3), await sealedOf(sql, 3)), null)
  const locked = (await listSecrets(db, secrets)).filter(({ isOpen }) => !isOpen)
  assert.deepEqual(
    locked.map(({ shown }) => shown),
    ['passwords of network 3 (Pump) of organization 2'],
  )
  told.length = 0
  await start()
  assert.match(told.join('\n'), /^error: secrets were modified or moved in the database.*network 3 \(Pump\)[^\n]*$/)
})

test('without its key the service starts, names what it cannot open, and changes nothing of it', async () => {
  const { db, sql, start, path, told } = await setUp()
  await start()
  const sealed = await dump(sql)
  renameSync(path, `${path}.away`)
  told.length = 0
  const locked = await start()
  assert.match(
    told.join('\n'),
    /error: secrets cannot be opened.*put the key file of this installation there.*"passwords of network 1 \(Hall\) of organization 1"/,
  )
  assert.equal(statSync(path, { throwIfNoEntry: false }), undefined, 'no other key is made')
  assert.equal(openPasswords(locked, netPlace(1, 1), await sealedOf(sql, 1)), null)
  assert.equal(await installationKey(db, locked, () => assert.fail()), null)
  await assert.rejects(
    db.tx((tx) => locked.sealer(tx)),
    SecretsProblem,
  )
  // Another installation's key is as good as none.
  new KeyFile(path).make()
  const wrong = await start()
  assert.equal(openPasswords(wrong, netPlace(1, 1), await sealedOf(sql, 1)), null)
  await assert.rejects(
    db.tx((tx) => wrong.sealer(tx)),
    SecretsProblem,
  )
  assert.equal(await dump(sql), sealed)
  renameSync(`${path}.away`, path)
  assert.deepEqual(openPasswords(await start(), netPlace(1, 1), await sealedOf(sql, 1)), ['correct horse', 'zażółć'])
})

test('a lost key: what it sealed is dropped, and the next start makes another', async () => {
  const { db, sql, start, path, file } = await setUp()
  await start()
  rmSync(path)
  const lost = (await listSecrets(db, new Secrets(file)))[0]?.keyId ?? ''
  assert.deepEqual(await dropLocked(db, new Secrets(file), '0000000000000000'), [])
  assert.equal((await dropLocked(db, new Secrets(file), lost)).length, 4)
  assert.equal((await sql`select 1 from net where sealed_passwords is not null`).length, 0)
  const secrets = await start()
  assert.deepEqual(await installationKey(db, secrets, () => Buffer.alloc(32, 1)), Buffer.alloc(32, 1))
  const [made] = await listSecrets(db, secrets)
  assert.deepEqual(await dropLocked(db, secrets, made?.keyId ?? ''), [])
})

test('another key: everything opens, in a service that runs meanwhile too, and the old key opens nothing any more', async () => {
  const { db, sql, start, path, file } = await setUp()
  const running = await start()
  const old = readFileSync(path, 'utf8')
  const { count: resealed, locked, keyId } = await rotate(db, file, new Secrets(file), { forgetOld: true })
  assert.deepEqual([resealed, locked], [4, []])
  assert.equal(readFileSync(path, 'utf8').includes(old), false)
  assert.deepEqual(openPasswords(running, netPlace(1, 1), await sealedOf(sql, 1)), ['correct horse', 'zażółć'])
  await db.tx(async (tx) => {
    const sealed = sealPasswords(await running.sealer(tx), netPlace(1, 2), ['new'])
    assert.equal(sealed?.subarray(1, 9).toString('hex'), keyId)
  })
  assert.deepEqual(
    (await listSecrets(db, new Secrets({ read: () => ({ ok: [sealingKey(Buffer.from(old.trim(), 'base64'))] }) }))).map(
      ({ isOpen }) => isOpen,
    ),
    [false, false, false, false],
  )
})

test('storing a secret waits for a key rotation, and all secrets can be decrypted afterwards', async () => {
  const { db, sql, start, file } = await setUp()
  const running = await start()
  const store = (netId: number, orgId: number, password: string) =>
    db.tx(async (tx) => {
      await tx`select from net where id = ${netId} for update`
      const sealed = sealPasswords(await running.sealer(tx), netPlace(orgId, netId), [password])
      await tx`update net set sealed_passwords = ${sealed}::bytea where id = ${netId}`
    })
  const storing = Array.from({ length: 30 }, (_, i) => store(1 + (i % 3), i % 3 === 2 ? 2 : 1, `p${i}`))
  await rotate(db, file, new Secrets(file), { forgetOld: false })
  await rotate(db, file, new Secrets(file), { forgetOld: true })
  await Promise.all(storing)
  const [row] = await sql<{ id: Buffer }[]>`select id from sealing_key`
  const keyId = row?.id.toString('hex')
  assert.deepEqual(
    (await listSecrets(db, new Secrets(file))).map((one) => [one.isOpen, one.keyId]),
    Array.from({ length: 5 }, () => [true, keyId]),
  )
})

test('a rotation that was cut off is done again with the key that it had made, and old keys stay for old backups', async () => {
  const { db, start, file } = await setUp()
  await start()
  const cut = { ...db, tx: () => Promise.reject(new Error('cut off')) }
  await assert.rejects(rotate(cut, file, new Secrets(file), { forgetOld: false }), /cut off/)
  const made = file.read()
  assert.ok('ok' in made && made.ok.length === 2)
  assert.ok((await listSecrets(db, new Secrets(file))).every(({ isOpen }) => isOpen))
  const { keyId } = await rotate(db, file, new Secrets(file), { forgetOld: false })
  assert.equal(keyId, made.ok[1]?.id.toString('hex'))
  assert.deepEqual(file.read(), made)
})

test('a database of the version before: connect codes become hashes, the rest is sealed, and all of it works on', async () => {
  const db = await testDatabase({ isBare: true })
  const { sql } = db
  await migrate(sql, { upTo: 18 })
  await sql`insert into org (id, name) values (1, 'One')`
  await sql`insert into net (org_id, id, name, slug, mac, device_passwords, created_on)
    values (1, 1, 'Hall', 'hall', '02:00:5e:10:00:01', array['correct horse'], now())`
  await sql`insert into gateway (mac, device_passwords, org_id, net_id)
    values ('02:00:5e:10:00:01', array['battery staple'], 1, 1)`
  await sql`insert into connect_code (code, mac) values ('a-code-on-a-label', '02:00:5e:10:00:01')`
  await sql`insert into installation (private_key) values (${privateKey})`
  await migrate(sql)
  const path = join(folder, 'before', 'secrets.key')
  const secrets = await startSecrets(db, path, { info: () => {}, warn: () => {}, error: () => assert.fail() })
  const dumped = await dump(sql)
  for (const text of [...plainTexts, 'a-code-on-a-label']) assert.equal(dumped.includes(text), false, text)
  const [row] = await sql<{ id: number; sealed: Buffer; orgId: number }[]>`
    select g.id, g.sealed_passwords as sealed, c.org_id as "orgId" from connect_code c join gateway g on g.mac = c.mac
    where c.code_hash = sha256('a-code-on-a-label')`
  assert.ok(row)
  assert.equal(row.orgId, 1)
  assert.deepEqual(openPasswords(secrets, gatewayPlace(row.id), row.sealed), ['battery staple'])
  assert.deepEqual(openPasswords(secrets, netPlace(1, 1), await sealedOf(sql, 1)), ['correct horse'])
  assert.deepEqual(await installationKey(db, secrets, () => assert.fail()), privateKey)
})
