import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { logInAsAdmin } from '../testing/administrator.ts'

const main = new URL('../main.ts', import.meta.url).pathname
/** Mounts are the namespace's own, and gone with it; who is not root is root there alone. */
const apart = ['unshare', ...(process.getuid?.() === 0 ? ['-m'] : ['-r', '-m'])]

/** A small disk for one test, in a shell that alone sees it. Nothing where this machine mounts nothing for us. */
const smallDisk = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-disk-'))
  t.after(() => {
    for (const path of [folder, `${folder}-door`]) rmSync(path, { recursive: true, force: true })
  })
  const mount = `mount -t tmpfs -o size=256k none ${folder}`
  const [program = '', ...words] = apart
  const tried = spawnSync(program, [...words, 'sh', '-c', `${mount} && mount -o remount,bind,ro ${folder}`])
  if (tried.status !== 0) return null
  // Ends the whole process group, which may still run after a failed test.
  const shell = spawn(program, [...words, 'sh'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  t.after(() => process.kill(-(shell.pid ?? 0), 'SIGKILL'))
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => String((await lines.next()).value)
  const run = (command: string): void => void shell.stdin.write(`${command}\n`)
  // Its door must not meet one of another test's, or another user's.
  run(`export TMPDIR=${folder}-door; mkdir $TMPDIR; ${mount}`)
  return { folder, run, line }
}

interface ReadyLine {
  gateway: { url: string; password: string; notKept?: string }
}

interface Status {
  isRunning: boolean
  keys: { gateway: string }
  data: { notKept: string | null }
}

test('a disk that fills up, and one that is read-only at the start', async (t) => {
  const disk = smallDisk(t)
  if (disk === null) return t.skip('no disk can be mounted here')
  const { folder, run, line } = disk
  const data = join(folder, 'data')
  const busbar = (words: string): string => `${process.execPath} ${main} gateway ${words} --data ${data}`
  const start = async (): Promise<ReadyLine['gateway']> => {
    run(`${busbar('--json --http 127.0.0.1:0 --modbus 127.0.0.1:0 --log-level silent')} & gateway=$!`)
    return (JSON.parse(await line()) as ReadyLine).gateway
  }
  const statusOf = async (): Promise<Status> => {
    run(`${busbar('status --json')} || echo failed`)
    return JSON.parse(await line()) as Status
  }
  const stop = async (): Promise<void> => {
    run('kill $gateway; wait $gateway; echo ended $?')
    assert.equal(await line(), 'ended 0')
  }
  const { url, password } = await start()
  const ask = await logInAsAdmin(url, password)
  run(`cat /dev/zero > ${folder}/fill 2> /dev/null; echo full`)
  assert.equal(await line(), 'full')
  await assert.rejects(
    ask('settings/saved/set/', { timeGmt: 12 }),
    /the disk is full: nothing was kept; free some space/,
  )
  assert.deepEqual(await ask('settings/saved/get/?timeGmt'), { timeGmt: 0 })
  const { settings } = (await ask('state/get/?settings')) as { settings: { notKept: string } }
  assert.equal(settings.notKept, 'the disk is full')
  await stop()

  run(`rm ${folder}/fill; mount -o remount,bind,ro ${folder}`)
  const { url: again, notKept } = await start()
  assert.equal(notKept, 'the disk is read-only')
  const { isRunning, keys, data: dataStatus } = await statusOf()
  assert.deepEqual([isRunning, dataStatus.notKept], [true, 'the disk is read-only'])
  const now = await logInAsAdmin(again, password)
  await assert.rejects(now('settings/saved/set/', { timeGmt: 12 }), /the disk is read-only: nothing was kept; make it/)
  const { devicePublicKey } = (await now('identify/')) as { devicePublicKey: string }
  assert.equal(keys.gateway, devicePublicKey.slice(0, 8))
  await stop()
  assert.equal((await statusOf()).isRunning, false)
})
