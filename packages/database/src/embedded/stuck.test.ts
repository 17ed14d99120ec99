import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from '@busbar/kit/testing'
import { openShared } from '../open-shared.ts'
import { clearOrphan, pidFileLines, socketName } from './orphan.ts'
import { isServerOf } from './processes.ts'
import { type EmbeddedServer, startEmbedded } from './start.ts'
import { probeReadiness } from './supervise.ts'
import { commandOf, newFolder, processesIn, removeFolder } from './testing/folder.ts'
import { further } from './testing/further.ts'
import { type ServerTimeouts, usualTimes } from './times.ts'

const stopTimes = { fastMs: 100, immediateMs: 100 }
const times = { ...stopTimes, checkMs: 20, answerMs: 200, stalledMs: 1000, pauseMs: 1, pauseMsMax: 1, tries: 3 }

describe('a running server that is unusable', () => {
  const folder = newFolder()
  const data = join(folder, 'postgres')
  const socket = join(data, socketName)
  const logged: string[] = []
  const servers: EmbeddedServer[] = []
  after(async () => {
    for (const server of servers) await server.stop()
    await removeFolder(folder)
  })

  // Recovery waits for the archive as if stuck: once, or while the file `always` exists. With `broken` it ends at once.
  const archive = '[ -e always ] || rm -f recovery.signal; [ -e broken ] && rm broken && exit 127; sleep 8; exit 1'
  const start = async (changes: Partial<ServerTimeouts> = times): Promise<EmbeddedServer> => {
    const settings = { fsync: 'off', restore_command: archive }
    const server = await startEmbedded({ folder, log: (line) => logged.push(line), settings, times: changes })
    servers.push(server)
    return server
  }
  const makeStuck = (...files: string[]): void => {
    for (const name of ['recovery.signal', ...files]) {
      writeFileSync(join(data, name), '')
      chmodSync(join(data, name), 0o666)
    }
  }
  const serverPid = (): number => Number(pidFileLines(data)[0])
  const backendOf = (): number =>
    processesIn(data).find((pid) => commandOf(pid).startsWith('postgres: checkpointer')) ?? 0

  further('is restarted if it gets stuck while starting', async () => {
    await (await start()).stop()
    makeStuck()
    const server = await start()
    assert.equal(await probeReadiness(socket, 1000), 'ready')
    assert.match(logged.join('\n'), /got stuck while it started.*in recovery and does not get on/)
    await server.stop()
  })

  further('is restarted if recovery after a crash gets stuck, without losing committed rows', async () => {
    const server = await start()
    const { sql, close } = await openShared({ dataFolder: folder })
    await sql`create table kept (what text)`
    await sql`insert into kept values ('before the crash')`
    makeStuck()
    const before = serverPid()
    process.kill(backendOf(), 'SIGKILL')
    await until(async () => (await probeReadiness(socket, 1000)) === 'starting', 'the server recovers')
    assert.equal(serverPid(), before)
    await until(async () => (await probeReadiness(socket, 1000)) === 'ready', 'another server is there')
    assert.notEqual(serverPid(), before)
    assert.match(logged.join('\n'), /started again, try 1 of 3: it is in recovery and does not get on/)
    assert.deepEqual([...(await sql`select what from kept`)], [{ what: 'before the crash' }])
    await close()
    await server.stop()
  })

  further('is restarted soon if it reports recovery although the recovery process has ended', async () => {
    const server = await start({ ...times, stalledMs: 600_000, abandonedMs: 200 })
    makeStuck('broken')
    const before = serverPid()
    process.kill(backendOf(), 'SIGKILL')
    await until(() => ![before, Number.NaN].includes(serverPid()), 'another server is there')
    await until(async () => (await probeReadiness(socket, 1000)) === 'ready', 'it answers')
    assert.match(logged.join('\n'), /started again, try 1 of 3: it says that it recovers, and has no process that does/)
    await server.stop()
  })

  test('is restarted if it stops responding', async () => {
    const server = await start()
    const before = serverPid()
    process.kill(before, 'SIGSTOP')
    await until(() => ![before, Number.NaN].includes(serverPid()), 'another server is there')
    await until(async () => (await probeReadiness(socket, 1000)) === 'ready', 'it answers')
    assert.ok(!existsSync(`/proc/${before}`))
    await server.stop()
  })

  for (const [what, pidOf] of [
    ['a server that was halted', serverPid],
    ['one with a child that was halted', backendOf],
  ] as const) {
    test(`a stop never exceeds its time limit: ${what}`, async () => {
      const server = await start(stopTimes)
      process.kill(pidOf(), 'SIGSTOP')
      const startedAt = performance.now()
      await server.stop()
      assert.ok(performance.now() - startedAt < 2200)
      await until(() => processesIn(data).length === 0, 'nothing is left')
    })
  }

  further('is terminated by the next service if a killed service left it stopped', async () => {
    const server = await start(stopTimes)
    const left = serverPid()
    process.kill(left, 'SIGSTOP')
    await clearOrphan(data, { ...usualTimes, ...stopTimes })
    assert.ok(!isServerOf(left, data))
    await server.stop()
  })

  further('is given up with a reason if every attempt gets stuck', async () => {
    const server = await start()
    makeStuck('always')
    process.kill(backendOf(), 'SIGKILL')
    assert.match((await server.failed).message, /did not start.*in recovery and does not get on/s)
    assert.match(logged.join('\n'), /try 3 of 3/)
    const startedAt = performance.now()
    await server.stop()
    assert.ok(performance.now() - startedAt < 2200)
    await assert.rejects(start({ ...times, firstTries: 1 }), /did not start.*in recovery and does not get on/s)
  })
})

test('a service without free file descriptors keeps its server', async () => {
  const folder = newFolder()
  const program = fileURLToPath(import.meta.resolve('./testing/starved-service.ts'))
  const limited = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, program, folder]
  const { stdout } = await promisify(execFile)('/bin/sh', limited)
  assert.deepEqual(JSON.parse(stdout), { problem: null, isSameServer: true })
  await removeFolder(folder)
})
