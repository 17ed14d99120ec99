import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dump, testSecrets } from '../../accounts/sealing/testing/test-secrets.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

let api: TestApi
const plain = 'correct horse'
const document = { format: 'busbar-organization', formatVersion: 2 }
const net = {
  id: 1,
  name: 'Roof',
  slug: 'roof',
  solution: 'standalone',
  protocol: 'modbustcp',
  controllerKind: 'generic',
  controllerModbusUnitId: 1,
  ip: '192.0.2.8',
}

interface ApiAnswer {
  status: number
  id: number
  code: string
  result: string
  errorCode: string
  errorMessage: string
}
const post = async (path: string, body: object): Promise<ApiAnswer> => {
  const answer = await api.call('owner', 'POST', path, body)
  return { status: answer.status, ...(answer.body as object) } as ApiAnswer
}
const shown = async (id: number): Promise<unknown[]> => {
  const { body } = await api.call('manager', 'GET', `/net/${id}/`)
  const { devicePasswords, arePasswordsLocked } = body as Record<string, unknown>
  return [devicePasswords, arePasswordsLocked]
}

describe('passwords of controllers', () => {
  shareApi((started) => {
    api = started
  })

  test('are sealed, whichever way they come, and come back as they were', async () => {
    const { sql } = api.service.db
    const own = `/org/${api.orgId}`
    const connection = { kind: 'direct', ip: '192.0.2.7', port: 502 }
    const made = await post(`${own}/nets/create/`, { name: 'Hall', connection, devicePasswords: [plain, plain] })
    const other = await post(`${own}/nets/create/`, { name: 'Yard', connection: { ...connection, port: 503 } })
    await post(`/net/${other.id}/change/`, { devicePasswords: [plain] })
    const networks = [{ ...net, devicePasswords: [plain] }]
    assert.equal((await post(`${own}/import/`, { ...document, networks })).status, 200)
    const mac = '02:00:5e:10:00:01'
    await sql`insert into gateway (mac, org_id, net_id) values (${mac}, ${api.orgId}, ${made.id})`
    const code = await post(`${own}/connect-codes/create/`, { mac, devicePasswords: [plain, 'x'] })
    const dumped = await dump(sql)
    for (const text of [plain, Buffer.from(plain).toString('hex'), code.code])
      assert.equal(dumped.includes(text), false, text)
    assert.deepEqual(await shown(made.id), [[plain, plain], undefined])
    assert.deepEqual(await shown(other.id), [[plain], undefined])
    const { body } = await api.call('manager', 'GET', `/connect-code/${code.code}/`)
    assert.deepEqual((body as Record<string, unknown>)['devicePasswords'], [plain, 'x'])
    const exported = (await api.call('owner', 'GET', `${own}/export/?secrets=true`)).body as {
      networks: typeof networks
    }
    assert.deepEqual(
      exported.networks.map(({ devicePasswords }) => devicePasswords),
      [[plain, plain], [plain], [plain]],
    )
  })

  test('passwords without their key are kept through any change until new ones are set', async () => {
    const { service } = api
    const { secrets } = service
    const own = `/org/${api.orgId}`
    const connection = { kind: 'direct', ip: '192.0.2.9', port: 502 }
    const { id } = await post(`${own}/nets/create/`, { name: 'Shed', connection, devicePasswords: [plain] })
    service.secrets = testSecrets()
    assert.deepEqual(await shown(id), [[], true])
    assert.equal((await post(`/net/${id}/change/`, { name: 'Barn', devicePasswords: [] })).result, 'success')
    for (const [path, body] of [
      [`/net/${id}/change/`, { devicePasswords: ['other'] }],
      [`${own}/import/`, { ...document, networks: [{ ...net, devicePasswords: ['other'] }] }],
    ] as const) {
      const { status, errorCode, errorMessage } = await post(path, body)
      assert.deepEqual([status, errorCode], [503, 'Unavailable'])
      assert.match(errorMessage, /^Secrets cannot be stored: the key [0-9a-f]{16} that seals them is not here\.$/)
    }
    const exported = await api.call('owner', 'GET', `${own}/export/?secrets=true`)
    assert.deepEqual([exported.status, (exported.body as Record<string, unknown>)['errorCode']], [503, 'Unavailable'])
    assert.equal((await api.call('owner', 'GET', `${own}/export/`)).status, 200)
    service.secrets = secrets
    assert.deepEqual(await shown(id), [[plain], undefined])
  })
})
