import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { DatabaseProblem } from '../problem.ts'
import { openSql } from '../sql.ts'
import { mayReach } from './account.ts'
import { describeAccess } from './allowed-users.ts'
import { findBinaries, packageFolder } from './binaries.ts'
import { isDiskFull } from './data-folder.ts'
import { pidFileLines, socketName } from './orphan.ts'
import { startEmbedded } from './start.ts'
import { newFolder, removeFolder } from './testing/folder.ts'
import { knock } from './testing/knock.ts'
import { spawnService } from './testing/spawn-service.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

test('an ordinary user', async (t) => {
  if (!isRoot) return t.skip('all other tests run as one')
  if (![process.execPath, import.meta.filename].every((path) => mayReach(dirname(path), nobody))) {
    return t.skip('the checkout is closed to other users')
  }
  const folder = newFolder()
  chownSync(folder, nobody.uid, nobody.gid)
  chmodSync(folder, 0o777)
  assert.match(
    describeAccess({ names: ['nobody', 'root'], runsAs: 'nobody' }, folder).join('\n'),
    /run as nobody can connect to it and .*\nAll users can rename files in .*chmod o-w/,
  )
  chmodSync(folder, 0o700)
  const service = await spawnService(folder, nobody)
  assert.deepEqual(await service.ask('select 1 as one'), [{ one: 1 }])
  await service.end()
  assert.equal(statSync(join(folder, 'postgres')).uid, nobody.uid)
  await removeFolder(folder)
})

test('refuses other users of the machine, including the account under which root runs the server', async (t) => {
  if (!isRoot) return t.skip('only root can be somebody else')
  if (!mayReach(dirname(process.execPath), nobody)) return t.skip('the checkout is closed to other users')
  const folder = newFolder()
  chmodSync(folder, 0o711)
  const data = join(folder, 'made')
  const logged: string[] = []
  const server = await startEmbedded({ folder: data, log: (line) => logged.push(line) })
  const path = join(String(server.connection.servers[0]?.host), socketName)
  assert.deepEqual(
    [0, nobody.uid, 12_345].map((uid) => knock(path, uid)),
    ['let in', '28000', 'EACCES'],
  )
  assert.equal(statSync(data).mode & 0o777, 0o711)
  assert.match(logged.join('\n'), /runs as nobody and accepts only processes of root, .* run it as a separate user/)
  await server.stop()
  // Symbolic links that were planted to mislead root are not followed.
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'untouched')
  chownSync(data, nobody.uid, nobody.gid)
  const plant = (name: string): void => {
    rmSync(join(data, name), { force: true })
    symlinkSync(victim, join(data, name))
  }
  plant('postgres/busbar_hba.conf')
  plant('service.pid')
  await (await startEmbedded({ folder: data })).stop()
  plant('service.lock')
  await assert.rejects(startEmbedded({ folder: data }), /service\.lock is not a regular file: remove it/)
  assert.deepEqual([readFileSync(victim, 'utf8'), statSync(victim).uid], ['untouched', 0])
  await removeFolder(folder)
})

test('a folder whose path is too long for a socket, with binaries that lack their links and are closed to the server', async () => {
  const folder = newFolder()
  const data = join(folder, 'a name that is much too long for a socket '.repeat(4))
  const hidden = join(folder, 'hidden')
  mkdirSync(hidden, { mode: 0o700 })
  cpSync(packageFolder(), hidden, { recursive: true, verbatimSymlinks: true })
  for (const link of globSync('native/lib/*.so*', { cwd: hidden, withFileTypes: true })) {
    if (link.isSymbolicLink()) rmSync(join(link.parentPath, link.name))
  }
  if (isRoot) chmodSync(folder, 0o755)
  const server = await startEmbedded({ folder: data, package: hidden, times: { tries: 2, pauseMs: 1 } })
  const sql = openSql({ ...server.connection, max: 1 })
  assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
  await sql.end()
  // A server that cannot be restarted is reported once, with its output.
  rmSync(join(data, 'postgres/global/pg_control'))
  process.kill(Number(pidFileLines(join(data, 'postgres'))[0]), 'SIGKILL')
  assert.match((await server.failed).message, /did not start.*pg_control/s)
  await server.stop()
  await server.stop()
  const { version } = findBinaries(hidden)
  assert.equal(existsSync(join(data, `postgres-${version}`)), isRoot)
  await removeFolder(folder)
})

describe('problems that need the operator are reported with advice', () => {
  const refuses = (folder: string, message: RegExp, options = {}) =>
    assert.rejects(startEmbedded({ folder, ...options }), (error) => {
      assert.ok(error instanceof DatabaseProblem)
      assert.match(error.message, message)
      return true
    })

  test('a full disk', async (t) => {
    const folder = newFolder()
    t.after(() => removeFolder(folder))
    const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
    if (mounted.status !== 0) return t.skip('only root may mount a small disk')
    try {
      await refuses(folder, /disk is full/)
      assert.deepEqual(readdirSync(folder), ['service.lock'])
      assert.equal(await isDiskFull(folder), false)
      writeFileSync(join(folder, 'fill'), Buffer.alloc(4_000_000))
      assert.equal(await isDiskFull(folder), true)
    } finally {
      spawnSync('/bin/umount', [folder])
    }
  })

  test('a folder that cannot be created', () => refuses(join(import.meta.filename, 'x'), /ENOTDIR/))

  test('a cluster of another version', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '12\n')
    await refuses(folder, /created by PostgreSQL 12, but this Busbar includes 18/)
    await removeFolder(folder)
  })

  test('a file that is not a cluster', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres/letter.txt'), '')
    await refuses(folder, /is not a PostgreSQL cluster/)
    assert.deepEqual(readdirSync(join(folder, 'postgres')), ['letter.txt'])
    await removeFolder(folder)
  })
})
