import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { allOn, device, moverOf, net, param, refused } from './testing/mover.ts'

let api: TestApi
let mover: ReturnType<typeof moverOf>

const relay = { ...param, id: 4, slug: 'relay', registerKind: 'holding', address: 9, isProgrammable: true }
const alert = {
  id: 5,
  name: 'Hot',
  slug: 'hot',
  conditionLogic: 'any',
  logAs: 'failure',
  conditions: [{ paramId: 3, kind: 'g', value: 250 }],
  actions: [
    { timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' },
    { timeoutMinutes: 5, type: 'email', recepient: 'duty@example.org' },
    { timeoutMinutes: 0, type: 'webhook', recepient: 'https://x.example/secret' },
  ],
  followUps: [{ stage: 'resolved', timeoutMinutes: 1, type: 'write-param', paramId: 4, value: 0 }],
}
const long = '2026-01-01T00:00:00.000Z'
const fullDocument = {
  networks: [
    { ...net, link: { isWritingAllowed: true } },
    { ...net, id: 7, slug: 'cellar', name: 'Cellar', ip: 'fd00::7', port: 1502, link: { isWritingAllowed: false } },
    { ...net, id: 8, slug: 'old', disabledOn: long, disabledBy: 'user', disabledNote: 'Sold' },
  ],
  devices: [device, { ...device, id: 6, slug: 'off', disabledOn: long }],
  params: [param, relay],
  alerts: [alert, { ...alert, id: 6, slug: 'cold', name: 'Cold', isEnabled: false }],
}

describe('effects of an import', () => {
  shareApi((started) => {
    api = started
    mover = moverOf(api)
  })

  const stateOf = async (orgId: number) => {
    const { networks, devices, alerts } = await mover.give(orgId)
    return {
      polled: networks.map(({ disabledOn, disabledNote }) => disabledNote ?? disabledOn === undefined),
      written: networks.map(({ link }) => link.isWritingAllowed),
      devices: devices.map(({ disabledOn }) => disabledOn === undefined),
      alerts: alerts.map(({ isEnabled }) => isEnabled),
    }
  }
  const off = 'Switched off by the import.'
  const dials = [
    { netId: 1, name: 'Hall', address: '192.0.2.7:502', deviceCount: 1 },
    { netId: 7, name: 'Cellar', address: '[fd00::7]:1502', deviceCount: 0 },
  ]
  const about = { alertId: 5, name: 'Hot' }
  const [first, second, third] = alert.actions
  const actions = [first, second, third].map((action) => ({ ...about, stage: 'active', ...action }))
  const command = { ...about, ...alert.followUps[0] }
  const planWith = ({ polling = false, writing = false, alerts = false }) => ({
    dials: dials.map((one) => ({ ...one, isOn: polling })),
    writes: [{ netId: 1, name: 'Hall', isOn: writing }],
    actions: [...actions.map((one) => ({ ...one, isOn: alerts })), { ...command, isOn: alerts && writing }],
    recipients: [
      { type: 'email', recepient: 'duty@example.org', alertCount: 1, isOn: alerts },
      { type: 'webhook', recepient: 'https://x.example/secret', alertCount: 1, isOn: alerts },
    ],
  })

  for (const [query, on, state] of [
    ['', {}, { polled: [off, off, 'Sold'], written: [false, false, false], alerts: [false, false] }],
    [
      '?startPolling=true',
      { polling: true },
      { polled: [true, true, 'Sold'], written: [false, false, false], alerts: [false, false] },
    ],
    [
      '?allowWriting=true',
      { writing: true },
      { polled: [off, off, 'Sold'], written: [true, false, true], alerts: [false, false] },
    ],
    [
      '?startAlerts=true',
      { alerts: true },
      { polled: [off, off, 'Sold'], written: [false, false, false], alerts: [true, false] },
    ],
    [
      allOn,
      { polling: true, writing: true, alerts: true },
      { polled: [true, true, 'Sold'], written: [true, false, true], alerts: [true, false] },
    ],
  ] as const) {
    test(`query "${query}"`, async () => {
      const orgId = await mover.emptyOrg()
      const planned = await mover.take(orgId, fullDocument, `${query === '' ? '?' : `${query}&`}plan=true`)
      assert.deepEqual([planned.isPlan, planned.networks, planned.plan], [true, {}, planWith(on)])
      assert.deepEqual(await mover.counts(orgId), [0, 0, 0, 0, 0, 0])
      const made = await mover.take(orgId, fullDocument, query)
      assert.deepEqual([made.isPlan, made.plan, made.notes], [false, planWith(on), planned.notes])
      assert.deepEqual(await stateOf(orgId), { ...state, devices: [true, false] })
      const audited = await api.service.db.sql`
        select after -> 'switchedOn' as on from audit where org_id = ${orgId} and action = 'org.import'`
      assert.deepEqual(
        audited.map((row) => row['on']),
        [{ polling: false, writing: false, alerts: false, ...on }],
        'a plan leaves no record',
      )
    })
  }

  test('a plan finds the mistakes that the import would', async () => {
    const orgId = await mover.emptyOrg()
    const wrong = { ...fullDocument, devices: [{ ...device, netId: 77 }] }
    refused(await mover.send(orgId, wrong, '?plan=true'), 400, 'IncorrectRequest', /body\.devices\.0\.netId: .*77/)
  })

  test('devices that are added to a network that runs are off themselves, to one that is off they are not', async () => {
    for (const [query, isOn] of [
      [allOn, false],
      ['', true],
    ] as const) {
      const orgId = await mover.emptyOrg()
      const { networks } = await mover.take(orgId, { networks: [net] }, query)
      await mover.take(orgId, { devices: [device], known: { networks } }, '')
      assert.deepEqual((await stateOf(orgId)).devices, [isOn])
    }
  })

  test('devices count against the quota although they are not polled yet', async () => {
    const orgId = await mover.emptyOrg(0)
    refused(await mover.send(orgId, fullDocument, ''), 401, 'NotAuthorized', /quota/)
  })
})
