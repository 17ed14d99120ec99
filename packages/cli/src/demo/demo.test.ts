import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { contract, errorFields } from '@busbar/cloud/contract'
import { client } from '@busbar/wire'
import { start } from '../testing/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-demo-'))
after(() => rmSync(folder, { recursive: true }))

interface Ready {
  cloud: { url: string; apiKey: string; password: string; orgId: number }
}
const startDemo = async (...args: string[]) => {
  const running = start(
    'demo',
    '--data',
    folder,
    '--http',
    '127.0.0.1:0',
    '--listen',
    '127.0.0.1:0',
    '--callback',
    '127.0.0.1:0',
    ...args,
  )
  return { ...running, first: await running.line() }
}

test('the demo has six devices, and is the same at the next start', async () => {
  const { program, exit, errors, first } = await startDemo('--json')
  const { cloud } = JSON.parse(first) as Ready
  assert.equal(statSync(join(folder, 'demo.json')).mode & 0o777, 0o600)
  let token = ''
  const options = {
    baseUrl: cloud.url,
    errorFields,
    authorization: () => (token === '' ? undefined : `token ${token}`),
  }
  const api = client(contract, options)
  const session = await api.sessions.authenticate({ apiKey: cloud.apiKey, password: cloud.password })
  assert.ok('ok' in session)
  token = session.ok.token
  const tree = await api.nets.tree({ orgId: cloud.orgId })
  assert.ok('ok' in tree)
  const [net] = Object.values(tree.ok)
  const devices = Object.values(net?.devices ?? {})
  assert.deepEqual(new Set(devices.map(({ modbusUnitId }) => modbusUnitId)), new Set([1, 2, 3, 4, 5, 6]))
  assert.ok(devices.every(({ parameters }) => Object.keys(parameters).length > 0))

  const taken = start('demo', '--data', folder, '--http', new URL(cloud.url).host, '--listen', '127.0.0.1:0')
  assert.match(await taken.errors, /in use by process \d+/)
  assert.equal(await taken.exit, 1)
  const free = mkdtempSync(join(tmpdir(), 'busbar-demo-'))
  const beside = start('demo', '--data', free, '--http', new URL(cloud.url).host, '--listen', '127.0.0.1:0')
  assert.match(await beside.errors, /is in use by another program; try --http 127\.0\.0\.1:\d+/)
  assert.equal(await beside.exit, 2)
  rmSync(free, { recursive: true })

  program.kill('SIGINT')
  assert.equal(await exit, 0)
  assert.equal(await errors, '')

  const again = await startDemo('--json')
  assert.deepEqual({ ...(JSON.parse(again.first) as Ready).cloud, url: '' }, { ...cloud, url: '' })
  again.program.kill('SIGTERM')
  assert.equal(await again.exit, 0)
})

test('people are told where everything is', async () => {
  const { program, exit, line, first } = await startDemo()
  assert.match(first, /the monitoring service, and a workshop of six simulated devices/)
  const told = [await line()]
  while (!told.at(-1)?.includes('Ctrl-C')) told.push(await line())
  const text = told.join('\n')
  for (const part of [
    /\/api\/v1\/docs$/m,
    /Login +demo@/,
    /TOKEN=\$\(curl /,
    /workshop +127\.0\.0\.1:\d+ +Modbus TCP/,
  ]) {
    assert.match(text, part)
  }
  assert.ok(text.includes(folder))
  program.kill()
  assert.equal(await exit, 0)
})
