import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '@busbar/kit/testing'
import Fastify from 'fastify'
import { makeDevice, pollOf, recordPolls } from '../history/testing/polls.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { addDocs } from './docs.ts'

const run = promisify(execFile)
const examples = new URL('../../../../docs/examples/', import.meta.url).pathname
const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('examples with the clients that the service hands out', () => {
  let api: TestApi
  let folder = ''
  let env: NodeJS.ProcessEnv
  let device: Awaited<ReturnType<typeof makeDevice>>
  const go = async (program: string, ...args: readonly (number | string)[]): Promise<string> => {
    const [command, flags] = program.endsWith('.py') ? ['python3', []] : [process.execPath, ['--no-warnings']]
    const { stdout } = await run(command, [...flags, join(folder, program), ...args.map(String)], { env })
    return stdout
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-clients-'))
    const app = Fastify()
    addDocs(app, '/api/v1', '')
    for (const name of ['busbar.py', 'busbar.ts']) {
      const { body, headers } = await app.inject(`/api/v1/clients/${name}`)
      assert.match(String(headers['content-disposition']), new RegExp(name))
      writeFileSync(join(folder, name), body)
    }
    await app.close()
    for (const file of readdirSync(`${examples}python`)) {
      copyFileSync(`${examples}python/${file}`, join(folder, file))
    }
    for (const file of ['last-values.ts', 'follow.ts']) {
      copyFileSync(`${examples}typescript/${file}`, join(folder, file))
    }
  })
  after(() => rmSync(folder, { recursive: true }))
  shareApi(async (started) => {
    api = started
    device = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u16', unitName: 'V' }, { valueType: 'u16' }])
    const [volts] = device.params
    const at = Date.UTC(2026, 10, 14)
    await recordPolls(api, [pollOf(device, device.params.slice(0, 1), at, { [volts?.id ?? 0]: 230 })])
    const path = `/org/${api.orgId}/api-keys/create/`
    const key = (await api.call('owner', 'POST', path, { name: 'script', role: 'operator' })).body as Record<
      string,
      string
    >
    env = { ...process.env, BUSBAR_URL: api.url, BUSBAR_KEY: key['apiKey'], BUSBAR_PASSWORD: key['password'] }
  })

  for (const program of ['last_values.py', 'last-values.ts']) {
    test(program, { skip: program.endsWith('.py') && !hasPython && 'no python3 here' }, async () => {
      const [head, first, second] = (await go(program, api.orgId)).split('\n')
      assert.equal(head, 'network,device,parameter,value,unit,read on')
      assert.equal(first, 'Hall,Meter,P0,230,V,2026-11-14T00:00:00.000Z')
      assert.equal(second, 'Hall,Meter,P1,,,')
    })
  }

  for (const program of ['follow.py', 'follow.ts']) {
    test(program, { skip: program.endsWith('.py') && !hasPython && 'no python3 here' }, async () => {
      const { live } = api.service
      const earlier = live.status().streams
      const going = go(program, api.orgId, 1)
      await until(() => live.status().streams !== earlier)
      live.publishConnection({ orgId: api.orgId, netId: 7, isConnected: true, on: 0, error: null })
      assert.match(await going, /^connection .*netId/)
    })
  }

  test('energy_of_month.py', { skip: !hasPython && 'no python3 here' }, async () => {
    const body = { orgId: api.orgId, name: 'Site', timeZone: 'Europe/Kyiv' }
    const { body: made } = await api.call('owner', 'POST', '/sense/hierarchy/tree/create/', body)
    const lines = (await go('energy_of_month.py', (made as { id: string }).id, '2026-10')).trim().split(/\r?\n/)
    assert.match(lines[0] ?? '', /^from,till,segment/)
    // A month has a line for each of its days, from midnight there, and one for all.
    assert.match(lines[1] ?? '', /^2026-10-01T00:00:00\+03:00,/)
    assert.equal(lines.length, 33)
    await assert.rejects(go('energy_of_month.py', '7d1c2f52-0b6c-4a53-9a55-000000000007'), {
      stderr: /ObjectNotFound/,
    })
  })

  test('back_up_organization.py', { skip: !hasPython && 'no python3 here' }, async () => {
    const path = join(folder, 'backup.json')
    await assert.rejects(go('back_up_organization.py', api.orgId, path), { stderr: /^refused: NotAuthorized: / })
    const asOwner = { name: 'backup', role: 'owner' }
    const key = (await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/create/`, asOwner)).body as typeof env
    const asOperator = env
    env = { ...env, BUSBAR_KEY: key['apiKey'], BUSBAR_PASSWORD: key['password'] }
    assert.match(await go('back_up_organization.py', api.orgId, path), /^1 networks, 1 devices, 2 parameters/)
    env = asOperator
    const document = JSON.parse(readFileSync(path, 'utf8')) as { format: string }
    assert.equal(document.format, 'busbar-organization')
  })

  test('write_value.py', { skip: !hasPython && 'no python3 here' }, async () => {
    const writes = (id: number): Promise<unknown> => go('write_value.py', id, '5')
    await assert.rejects(writes(device.params[0]?.id ?? 0), { stderr: /^not written: / })
    await assert.rejects(writes(999_999), { stderr: /^refused: ObjectNotFound: / })
  })
})
