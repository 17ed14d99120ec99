import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { enter } from '../testing/api-client.ts'
import { testFolder } from '../testing/folder.ts'
import { startGateway } from './app.ts'
import { readEnv } from './env.ts'

const quiet = createLog('silent')

const start = async (t: TestContext, data: string) => {
  const gateway = await startGateway(readEnv({ data, http: '127.0.0.1:0', modbus: '127.0.0.1:0' }, {}), quiet, {})
  t.after(() => gateway.stop())
  return gateway
}

type State = Record<string, unknown> & { settings: Record<string, unknown> }

/** Rewrites the settings file, which is one line of JSON and the SHA-256 of that line. */
const changeSettings = (data: string, change: (state: State) => void): void => {
  const file = join(data, 'settings.json')
  const [line = ''] = readFileSync(file, 'utf8').split('\n')
  const state = JSON.parse(line) as State
  change(state)
  const body = JSON.stringify(state)
  writeFileSync(file, `${body}\n${createHash('sha256').update(body).digest('hex')}\n`)
}

/** Settings that the first release did not have. */
const laterSettings = ['powerSaving', 'rs485', 'tasksLogging', 'wgCloud', 'wgManual']

test('starts on the data folder of an older release with its keys, password, settings and activation', async (t) => {
  const data = testFolder(t)
  const first = await start(t, data)
  const password = first.firstPassword ?? assert.fail('no password')
  const admin = await enter(first.url, 'admin', password)
  await admin.post('settings/saved/set/', { timeGmt: 8, serial: { baudRate: 19_200 } })
  const saved = await admin.get('settings/saved/get/')
  const key = readFileSync(join(data, 'call-back.pem'), 'utf8')
  await first.stop()

  // The first release had fewer settings and files, and stored fewer facts in them.
  changeSettings(data, (state) => {
    delete state['isPasswordOwn']
    for (const later of laterSettings) {
      assert.ok(later in state.settings, later)
      delete state.settings[later]
    }
    state.settings['serial'] = { baudRate: 19_200 }
  })
  const identity = JSON.parse(readFileSync(join(data, 'identity.json'), 'utf8')) as { mac: string; source: string }
  rmSync(join(data, 'identity.json'))
  writeFileSync(join(data, 'mac'), identity.mac)
  writeFileSync(join(data, 'call-back.json'), JSON.stringify({ code: 0, cloudKey: null, isTls: false }))
  writeFileSync(
    join(data, 'activation.json'),
    JSON.stringify({ endpointName: 'Hall', activeTill: '2999-01-01T00:00:00.000Z' }),
  )
  writeFileSync(join(data, 'run.json'), JSON.stringify({ totalSec: 7200, isEnded: true, bootId: 'older' }))

  const second = await start(t, data)
  assert.equal(second.firstPassword, null)
  const again = await enter(second.url, 'admin', password)
  assert.deepEqual(await again.get('settings/saved/get/'), saved, 'new settings have their defaults')
  assert.equal(readFileSync(join(data, 'call-back.pem'), 'utf8'), key)
  assert.partialDeepStrictEqual(await again.get('state/get/?activation&misc'), {
    activation: { endpointName: 'Hall' },
    misc: { resetFlags: ['RST_CAUSE_SW'] },
  })
})
