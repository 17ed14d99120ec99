import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { openShared } from '../open-shared.ts'
import { lockFolder } from './lock.ts'
import { isServerOf } from './processes.ts'
import { startEmbedded } from './start.ts'
import { commandOf, newFolder, processesIn, removeFolder } from './testing/folder.ts'
import { further } from './testing/further.ts'
import { type ServiceProcess, spawnService } from './testing/spawn-service.ts'

describe('a data folder that survives kills', () => {
  const folder = newFolder()
  const data = join(folder, 'postgres')
  const kept: string[] = []
  let service: ServiceProcess

  after(async () => {
    await service.end()
    await removeFolder(folder)
  })

  const keep = async (what: string): Promise<void> => {
    assert.deepEqual(await service.ask(`insert into kept values ('${what}')`), [])
    kept.push(what)
  }
  const startAgain = async (): Promise<void> => {
    service = await spawnService(folder)
    await checkKept()
  }
  const checkKept = async (): Promise<void> => {
    const rows = await service.ask('select what from kept order by what')
    assert.deepEqual(
      rows.map(({ what }) => what),
      kept.toSorted(),
    )
  }

  test('the service is killed while it creates the cluster: there is none, and the next service creates it', async () => {
    const parts = (): string[] => readdirSync(folder).filter((name) => name.startsWith('postgres.part-'))
    const killed = assert.rejects(spawnService(folder))
    await until(() => parts().some((part) => existsSync(join(folder, part, 'postgresql.conf'))), 'initdb is at work')
    process.kill(Number(readFileSync(join(folder, 'service.pid'), 'utf8')), 'SIGKILL')
    await killed
    assert.ok(!existsSync(data))
    service = await spawnService(folder)
    await service.ask('create table kept (what text)')
  })

  test('refuses a second service and names the one that uses the folder', async () => {
    const refusal = new RegExp(`${folder} is in use by process ${service.pid}`)
    await assert.rejects(spawnService(folder), refusal)
    await assert.rejects(startEmbedded({ folder }), refusal)
    await checkKept()
  })

  test('an administrator works concurrently; each sees the changes of the other', async () => {
    const beside = await openShared({ dataFolder: folder })
    assert.ok(beside.isShared)
    await keep('by the service, with an administrator beside it')
    await beside.sql`insert into kept values ('by the administrator')`
    kept.push('by the administrator')
    await checkKept()
    await beside.close()
    await checkKept()
  })

  test('is not reachable from outside: no TCP, one socket in a private folder', async () => {
    const [row] = await service.ask(`select current_setting('listen_addresses') as tcp,
      current_setting('data_checksums') as sums, current_setting('synchronous_commit') as synced,
      current_setting('server_encoding') as encoding, lower('ÄΩ') as lower`)
    assert.deepEqual(row, { tcp: '', sums: 'on', synced: 'on', encoding: 'UTF8', lower: 'äω' })
  })

  test('the service is killed: its server stops, and all committed rows remain', async () => {
    await keep('before the service was killed')
    await service.signal('SIGKILL')
    await until(() => processesIn(data).length === 0, 'the watchdog ended the server')
    await startAgain()
  })

  further('the service is killed and restarted at once while its server is still stopping', async () => {
    await keep('before the service was killed and started')
    await service.signal('SIGKILL')
    await startAgain()
  })

  further('the server is killed: the service restarts it', async () => {
    await keep('before the server was killed')
    const killed = await service.serverPid()
    process.kill(killed, 'SIGKILL')
    await until(async () => ![killed, Number.NaN].includes(await service.serverPid()), 'another server is there')
    await checkKept()
  })

  further('both are killed in the middle of a long query', async () => {
    await keep('before both were killed')
    const server = await service.serverPid()
    const asked = assert.rejects(service.ask('select count(*) from generate_series(1, 1000000000)'))
    await until(() => processesIn(data).some((pid) => commandOf(pid).includes('SELECT')), 'the query runs')
    process.kill(server, 'SIGKILL')
    await service.signal('SIGKILL')
    await asked
    await startAgain()
  })

  further('service and watchdog are killed: the next service stops the remaining server', async () => {
    await keep('before the watchdog was killed')
    const left = await service.serverPid()
    for (const pid of processesIn(data)) if (commandOf(pid).startsWith('/bin/sh')) process.kill(pid, 'SIGKILL')
    await service.signal('SIGKILL')
    assert.ok(isServerOf(left, data))
    await startAgain()
    assert.ok(!isServerOf(left, data))
  })

  test('Ctrl-C reaches only the service, which flushes and stops', async () => {
    await service.signal('SIGINT')
    kept.push('flushed')
    assert.deepEqual(processesIn(data), [])
    assert.ok(!existsSync(join(data, 'postmaster.pid')))
    assert.deepEqual(readdirSync(folder).toSorted(), ['postgres', 'service.lock'])
    await startAgain()
  })

  further('a pid file whose number now belongs to another process', async () => {
    await service.end()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', cwd: data })
    try {
      await once(stranger, 'spawn')
      const lines = [stranger.pid, data, 1_700_000_000, 5432, '.', '', '  16581292         4', 'ready   ', '']
      writeFileSync(join(data, 'postmaster.pid'), lines.join('\n'))
      writeFileSync(join(data, '.s.PGSQL.5432.lock'), lines.slice(0, 5).join('\n'))
      writeFileSync(join(data, '.s.PGSQL.5432'), '')
      await startAgain()
      assert.equal(stranger.exitCode, null)
      assert.equal(stranger.signalCode, null)
    } finally {
      stranger.kill()
    }
  })

  test('an administrator waits while the folder is locked without a server, then starts one', async () => {
    await service.end()
    const lock = lockFolder(folder)
    await assert.rejects(openShared({ dataFolder: folder }, 0), /in use by process \d+.* does not respond \(ENOENT\)/)
    const opening = openShared({ dataFolder: folder })
    lock.release()
    const alone = await opening
    assert.ok(!alone.isShared)
    assert.equal((await alone.sql`select 1 from kept`).length, kept.length)
    await alone.close()
    await startAgain()
  })

  further('an empty pid file, as a power cut leaves it', async () => {
    await service.end()
    writeFileSync(join(data, 'postmaster.pid'), '')
    await startAgain()
  })
})
