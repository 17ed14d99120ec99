import assert from 'node:assert/strict'
import type { Answer, TestApi } from '../../testing/api.ts'
import { type Document, formatVersion } from '../document.contract.ts'
import type { ImportAnswer } from '../import/import-org.ts'

/** As the document has it. */
export const allOn = '?startPolling=true&allowWriting=true&startAlerts=true'

/** Moves organizations of one owner. */
export const moverOf = (api: TestApi) => {
  /** Another organization of the same owner. */
  const emptyOrg = async (quota: number | null = null): Promise<number> => {
    const { sql } = api.service.db
    const [org] = await sql<
      { id: number }[]
    >`insert into org (name, device_quota) values ('Empty', ${quota}) returning id`
    assert.ok(org)
    await sql`insert into membership (org_id, account_id, role) values (${org.id}, ${api.accounts.owner}, 'owner')`
    return org.id
  }
  const send = (orgId: number, part: object, query = allOn): Promise<Answer> =>
    api.call('owner', 'POST', `/org/${orgId}/import/${query}`, {
      format: 'busbar-organization',
      formatVersion,
      ...part,
    })
  const take = async (orgId: number, part: object, query = allOn): Promise<ImportAnswer> => {
    const { status, body } = await send(orgId, part, query)
    assert.equal(status, 200, JSON.stringify(body))
    return body as ImportAnswer
  }
  const give = async (orgId: number, query = '?secrets=true'): Promise<Document> => {
    const { status, body } = await api.call('owner', 'GET', `/org/${orgId}/export/${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as Document
  }
  /** How much an organization has, of each kind. */
  const counts = async (orgId: number): Promise<number[]> => {
    const { networks, params, dashboards, visualizations, reports, trees } = await give(orgId)
    return [networks, params, dashboards, visualizations, reports, trees].map(({ length }) => length)
  }
  return { emptyOrg, send, take, give, counts }
}

export const refused = (answer: Answer, status: number, code: string, message = /./): void => {
  const { errorCode = '', errorMessage = '' } = answer.body as { errorCode?: string; errorMessage?: string }
  assert.deepEqual([answer.status, errorCode], [status, code], JSON.stringify(answer.body))
  assert.match(errorMessage, message)
}

export const net = {
  id: 1,
  name: 'Hall',
  slug: 'hall',
  solution: 'standalone',
  protocol: 'modbustcp',
  controllerKind: 'generic',
  controllerModbusUnitId: 1,
  ip: '192.0.2.7',
  port: 502,
}
export const device = {
  id: 2,
  netId: 1,
  name: 'Meter',
  slug: 'meter',
  modbusUnitId: 5,
  updatePeriodSec: 60,
  readGroupSize: 60,
  writeFunction: 'normal',
  modbusTimeoutRetriesNum: 1,
}
export const param = {
  id: 3,
  deviceId: 2,
  name: 'Voltage',
  slug: 'u',
  address: 0,
  registerKind: 'input',
  valueType: 'u16',
}
