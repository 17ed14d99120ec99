import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { testFolder } from '../testing/folder.ts'
import { isAccepting, ServiceManager, systemd } from './service-manager.ts'

test('systemd hears that it has started, that it lives, and nothing while it does not', async () => {
  const clock = new VirtualClock(0)
  const notifications: string[] = []
  const errors: object[] = []
  let problem: string | undefined
  const manager = new ServiceManager({
    watchdogMs: 60_000,
    notify: async (state) => void notifications.push(`${clock.now() / 1000} ${state}`),
    problem: async () => problem,
    clock,
    log: { warn: () => {}, error: (details) => void errors.push(details) },
  })
  const pass = async (seconds: number): Promise<void> => {
    clock.advance(seconds * 1000)
    await setImmediate()
  }
  await manager.start()
  await pass(20)
  problem = 'the bus is stuck'
  await pass(20)
  await pass(20)
  problem = undefined
  await pass(20)
  await manager.stop()
  await pass(100)
  assert.deepEqual(notifications, ['0 READY=1', '20 WATCHDOG=1', '80 WATCHDOG=1', '80 STOPPING=1'])
  assert.equal(errors.length, 2)
})

test('a check that throws is reported, and the next one runs', async () => {
  const clock = new VirtualClock(0)
  const notifications: string[] = []
  const errors: object[] = []
  let hasFailed = false
  const manager = new ServiceManager({
    watchdogMs: 60_000,
    notify: async (state) => void notifications.push(`${clock.now() / 1000} ${state}`),
    problem: async () => {
      if (hasFailed) return undefined
      hasFailed = true
      throw new Error('the bus cannot be read')
    },
    clock,
    log: { warn: () => {}, error: (details) => void errors.push(details) },
  })
  await manager.start()
  await clock.advanceAsync(40_000)
  await manager.stop()
  assert.equal(errors.length, 1)
  assert.deepEqual(notifications, ['0 READY=1', '40 WATCHDOG=1', '40 STOPPING=1'])
})

test('keeps working when the service manager cannot be notified', async () => {
  const warned: object[] = []
  const manager = new ServiceManager({
    watchdogMs: null,
    notify: () => Promise.reject(new Error('gone')),
    problem: async () => undefined,
    clock: new VirtualClock(0),
    log: { warn: (details) => void warned.push(details), error: () => {} },
  })
  await manager.start()
  await manager.stop()
  assert.equal(warned.length, 2)
})

test('notifies systemd by its program, and nothing without systemd', async (t) => {
  assert.equal(systemd({}), undefined)
  assert.equal(systemd({ NOTIFY_SOCKET: '/x' })?.watchdogMs, null)
  assert.equal(systemd({ NOTIFY_SOCKET: '/x', WATCHDOG_USEC: '60000000' })?.watchdogMs, 60_000)
  const folder = testFolder(t)
  const program = join(folder, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${folder}/said\n`)
  chmodSync(program, 0o755)
  const path = process.env['PATH']
  process.env['PATH'] = folder
  t.after(() => {
    process.env['PATH'] = path
  })
  await systemd({ NOTIFY_SOCKET: '/x' })?.notify('READY=1')
  assert.equal(readFileSync(join(folder, 'said'), 'utf8'), 'READY=1\n')
})

test('an API that takes connections, and one that does not', async () => {
  const server = createServer()
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  assert.equal(await isAccepting(url), true)
  server.close()
  await once(server, 'close')
  assert.equal(await isAccepting(url), false)
})
