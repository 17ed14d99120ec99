import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { FolderInUse, lockFolder } from '../../storage/lock-folder.ts'
import { testFolder } from '../../testing/folder.ts'
import { Control } from './control.ts'
import { askGateway, type ControlRequest } from './control-line.ts'
import { runtimeControlPath } from './control-path.ts'

test('a folder has one gateway', async (t) => {
  const folder = join(testFolder(t), 'new')
  const release = await lockFolder(folder)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  await assert.rejects(lockFolder(folder), FolderInUse)
  release()
  ;(await lockFolder(folder))()
})

for (const [says, name] of [
  ['', 'data'],
  [', in a folder of a long name', 'long'.repeat(40)],
] as const) {
  test(`accepts commands from users who may open the folder${says}`, async (t) => {
    const folder = join(testFolder(t), name)
    mkdirSync(folder)
    const requests: ControlRequest[] = []
    const control = new Control({
      folder,
      handle(request) {
        if (requests.length === 2) throw new Error('enough')
        requests.push(request)
      },
    })
    assert.equal(await askGateway(folder, { do: 'button' }), undefined)
    await control.start()
    assert.equal(statSync(join(folder, 'control')).mode & 0o777, 0o600)
    assert.deepEqual(await askGateway(folder, { do: 'button' }), { isDone: true })
    assert.deepEqual(await askGateway(folder, { do: 'user', password: 'x' }), { isDone: true })
    assert.deepEqual(await askGateway(folder, { do: 'button' }), { isDone: false, why: 'enough' })
    assert.deepEqual(requests, [{ do: 'button' }, { do: 'user', password: 'x' }])
    await control.stop()
    assert.equal(await askGateway(folder, { do: 'button' }), undefined)
  })
}

test('refuses bytes that are not a request', async (t) => {
  const folder = testFolder(t)
  const control = new Control({ folder, handle: () => assert.fail('obeyed') })
  await control.start()
  for (const line of ['{}', '{"do":"reboot"}', '{"do":"user"}', '{"do":"user","password":7}', 'null', '{']) {
    const socket = connect(join(folder, 'control'))
    socket.write(`${line}\n`)
    const [answer] = await once(socket, 'data')
    assert.equal((JSON.parse(String(answer)) as { isDone: boolean }).isDone, false, line)
    socket.destroy()
  }
  await control.stop()
})

test('disconnects a client that sends too much and continues to serve others', async (t) => {
  const folder = testFolder(t)
  const control = new Control({ folder, handle: () => undefined })
  await control.start()
  const socket = connect(join(folder, 'control'))
  socket.on('error', () => undefined)
  socket.write('x'.repeat(5000))
  await once(socket, 'close')
  assert.deepEqual(await askGateway(folder, { do: 'button' }), { isDone: true })
  await control.stop()
})

describe('creates the socket elsewhere when the data folder does not accept one', () => {
  const before = process.env['RUNTIME_DIRECTORY']
  after(() => {
    if (before === undefined) delete process.env['RUNTIME_DIRECTORY']
    else process.env['RUNTIME_DIRECTORY'] = before
  })

  test('accepts commands from users who may open that socket', async (t) => {
    const place = join(testFolder(t), 'run')
    process.env['RUNTIME_DIRECTORY'] = place
    const folder = join(testFolder(t), 'never made')
    const control = new Control({ folder, handle: ({ do: what }) => ({ what }) })
    assert.equal(await askGateway(folder, { do: 'status' }), undefined)
    await control.start()
    assert.deepEqual(await askGateway(folder, { do: 'status' }), { isDone: true, told: { what: 'status' } })
    assert.equal(await askGateway(join(folder, 'another'), { do: 'status' }), undefined)
    assert.equal(statSync(place).mode & 0o777, 0o700)
    await control.stop()
    assert.deepEqual(readdirSync(place), [])
  })

  test('not where others could put another in its place', async (t) => {
    const place = testFolder(t)
    process.env['RUNTIME_DIRECTORY'] = place
    const folder = join(testFolder(t), 'never made')
    for (const [mode, isTaken] of [
      [0o700, true],
      [0o755, true],
      [0o770, false],
      [0o707, false],
    ] as const) {
      chmodSync(place, mode)
      assert.equal(runtimeControlPath(folder, true) !== null, isTaken, mode.toString(8))
    }
    const link = join(place, 'link')
    symlinkSync(folder, link)
    process.env['RUNTIME_DIRECTORY'] = link
    assert.equal(runtimeControlPath(folder, false), null)
  })
})
