import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { openPty } from '@busbar/serial'
import type { Rs485Settings, Rs485Status } from '../../base/rs485.ts'
import { startGateway } from '../../start/app.ts'
import { readEnv } from '../../start/env.ts'
import { enter } from '../../testing/api-client.ts'
import { testFolder } from '../../testing/folder.ts'

/** Stands for busbar-tty: keeps the configuration of the driver in a file. Without that file the port has no RS-485 mode. */
const program = `#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >> calls
if [ ! -f driver ]; then echo "TIOCGRS485 25 Inappropriate ioctl for device"; exit 1; fi
echo "before $(cat driver)"
echo "$2 $3 $4" > driver
echo "used $(cat driver)"
`
const boardConfig = '1 3 3'

/** The whole program on a pseudo-terminal, with a port that has an RS-485 mode. */
const start = async (t: TestContext) => {
  const folder = testFolder(t)
  const [ttyProgram, driver, calls] = ['busbar-tty', 'driver', 'calls'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(ttyProgram, program, { mode: 0o755 })
  writeFileSync(driver, boardConfig)
  const pty = await openPty()
  const options = { http: '127.0.0.1:0', modbus: '127.0.0.1:0', 'callback-tls': 'off', modem: 'none', port: pty.path }
  const env = readEnv({ data: testFolder(t), ...options }, {})
  const gateway = await startGateway(env, createLog('silent'), { ttyProgram })
  t.after(async () => {
    await gateway.stop()
    await pty.close()
  })
  const admin = await enter(gateway.url, 'admin', gateway.firstPassword ?? assert.fail('no password'))
  return {
    driver,
    ttyProgram,
    admin,
    callsOf: () => readFileSync(calls, 'utf8').trim().split('\n'),
    /** Writes the settings, which count at once, and waits until the port is open in that mode. */
    async set(rs485: Partial<Rs485Settings>): Promise<Rs485Status> {
      await admin.post('settings/saved/set/', { rs485 })
      const read = async () => (await admin.get('bus/')) as { isOpen: boolean; rs485: Rs485Status }
      let now = await read()
      while (!now.isOpen || now.rs485.mode !== rs485.mode) now = await read()
      return now.rs485
    },
  }
}

test('rs485.mode: the port uses RTS on send, RTS after send or no direction control, or what the board has', async (t) => {
  const box = await start(t)
  const rows: [mode: Rs485Settings['mode'], configuration: string][] = [
    ['rts-on-send', '3 0 0'],
    ['rts-after-send', '5 0 0'],
    ['off', '0 0 0'],
    ['driver', boardConfig],
  ]
  for (const [mode, configuration] of rows) {
    const status = await box.set({ mode })
    assert.equal(readFileSync(box.driver, 'utf8').trim(), configuration)
    assert.partialDeepStrictEqual(status, { mode, error: null })
  }
})

test('rs485.delayBeforeMs (and rs485.delayAfterMs): the driver has the delays', async (t) => {
  const box = await start(t)
  const { used } = await box.set({ mode: 'rts-on-send', delayBeforeMs: 2, delayAfterMs: 9 })
  assert.equal(box.callsOf().at(-1), 'rs485 3 2 9')
  assert.deepEqual(used, { mode: 'rts-on-send', delayBeforeMs: 2, delayAfterMs: 9, terminate: false })
})

test('rs485.terminate: the port connects its resistor', async (t) => {
  const box = await start(t)
  const { used } = await box.set({ mode: 'rts-on-send', terminate: true })
  assert.equal(box.callsOf().at(-1), 'rs485 35 0 0')
  assert.equal(used?.terminate, true)
})

test('a port without an RS-485 mode is used, and the status has the reason', async (t) => {
  const box = await start(t)
  rmSync(box.driver)
  assert.deepEqual(await box.set({ mode: 'rts-on-send' }), {
    mode: 'rts-on-send',
    used: null,
    error: 'ERROR_RS485_UNSUPPORTED',
    detail: 'TIOCGRS485: Inappropriate ioctl for device',
  })
  assert.partialDeepStrictEqual(await box.set({ mode: 'off' }), { error: null, used: { mode: 'off' } })
})

test('without the helper program the port is used, and the status has the reason', async (t) => {
  const box = await start(t)
  rmSync(box.ttyProgram)
  const status = await box.set({ mode: 'rts-on-send' })
  assert.equal(status.error, 'ERROR_RS485_HELPER')
  assert.match(status.detail ?? '', /ENOENT/)
})
