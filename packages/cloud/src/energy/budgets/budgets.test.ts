import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { aMessage, compose, describe as describeMessage, mailText, smsText } from '@busbar/messaging/testing'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { recordMarked } from '../trees/testing/record-polls.ts'
import { BudgetWatch } from './budget-watch.ts'
import type { Budget } from './budgets.contract.ts'
import { readStoredBudget } from './read-budget.ts'

const hour = 3_600_000

let api: TestApi
let treeId: string
let contactId: number
let watch: BudgetWatch
let begin: number

const newWatch = (): BudgetWatch =>
  new BudgetWatch({
    ...api.service,
    clock: new VirtualClock(),
    read: (budget) => readStoredBudget(api.service, budget),
    log: { error: () => assert.fail() },
  })

const post = async <T>(path: string, body?: unknown): Promise<T> => {
  const { status, body: answer } = await api.call('manager', 'POST', path, body)
  assert.equal(status, 200, JSON.stringify(answer))
  return answer as T
}
const list = async (): Promise<Budget[]> =>
  (await api.call('viewer', 'GET', `/sense/hierarchy/tree/${treeId}/budgets/`)).body as Budget[]

/** A counter that rises by one an hour, since the beginning of November. */
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { db, history, now } = api.service
  begin = Date.UTC(2026, 9, 31, 23)
  const keeper = new EnergyKeeper({ db, history, now, clock: api.clock, log: { error: () => assert.fail() } })
  const device = await makeDevice(api, api.orgId, 'b', [{ valueType: 'u32', unitName: 'kWh' }])
  await db.sql`update device set update_period_sec = 3600 where id = ${device.deviceId}`
  const paramId = device.params[0]?.id ?? 0
  const hours = Math.floor((now().getTime() - begin) / hour)
  const polls = Array.from({ length: hours }, (_, at) =>
    pollOf(device, device.params, begin + at * hour, { [paramId]: 1000 + at }),
  )
  await recordMarked(db, keeper, now, polls)
  ;({ id: treeId } = await post<{ id: string }>('/sense/hierarchy/tree/create/', {
    orgId: api.orgId,
    name: 'Works',
    timeZone: 'UTC',
  }))
  const tree = `/sense/hierarchy/tree/${treeId}`
  const { id: branchId } = await post<{ id: string }>(`${tree}/branch/create/`, { name: 'Hall' })
  await post(`${tree}/sensor/create/`, { name: 'Main', branchId, paramId, kind: 'energy', isMain: true })
  ;({ id: contactId } = await post<{ id: number }>(`/org/${api.orgId}/contacts/create/`, {
    name: 'Olena',
    language: 'uk',
    channels: [{ type: 'email', address: 'olena@example.org' }],
  }))
  watch = newWatch()
}

const months = (plan: string): string[] => Array.from({ length: 12 }, () => plan)
const aBudget = (plan: string) => ({
  name: 'Hall {name}',
  branchId: null,
  planOf: 'amount',
  months: months(plan),
  tolerancePercent: 5,
  contactIds: [contactId],
})
const messages = (id: number) =>
  api.service.db.sql<
    {
      id: number
      alertId: number
      episode: number
      item: string
      recepient: string
      snapshot: unknown
      stage: 'active'
    }[]
  >`select id, alert_id as "alertId", episode, item, recepient, snapshot, stage from message where alert_id = ${id} order by id`

describe('budgets', () => {
  shareApi(prepare)

  test('notifies the recipients once, in their language, when a month is expected to exceed the plan', async () => {
    const { id } = await post<{ id: number }>(`/sense/hierarchy/tree/${treeId}/budgets/create/`, aBudget('600'))
    const [budget] = await list()
    assert.deepEqual([budget?.id, budget?.status?.unit, budget?.status?.plan], [id, 'kWh', '600'])
    // Thirty days of 24 kWh are 720.
    assert.deepEqual([budget?.status?.expected, budget?.status?.percent], ['720', 20])
    await post(`/sense/hierarchy/tree/${treeId}/budget/${id}/mute/`, { till: '2027-01-01T00:00:00Z' })
    await watch.pass()
    assert.deepEqual([...(await messages(id))], [], 'muted')
    await post(`/sense/hierarchy/tree/${treeId}/budget/${id}/mute/`, { till: null })
    await watch.pass()
    const again = newWatch()
    await api.service.db.sql`update energy_budget set check_on = to_timestamp(0)`
    await again.pass()
    const sent = await messages(id)
    assert.deepEqual(
      sent.map(({ episode, item, recepient }) => [episode, item, recepient]),
      [[1, `b${contactId}`, 'olena@example.org']],
    )
    const { db } = api.service
    const [first] = sent
    assert.ok(first)
    const part = await describeMessage(db.sql, api.orgId, first, { language: 'ua', timeZone: 'UTC' })
    const message = aMessage({ alertId: id, parts: [part] })
    const composed = compose(message, 'https://busbar.example.org')
    assert.equal(composed.subject, 'Hall {name}: прогноз на листопад 2026 р. – на 20% вище бюджету')
    assert.match(mailText(composed), /Бюджет: 600 kWh[\s\S]*Прогноз усього: 720 kWh/)
    assert.match(mailText(composed), new RegExp(`/energy/${treeId}/budgets`))
    assert.doesNotMatch(smsText(message, 'https://busbar.example.org', true), /OK/)
    const alerts = await api.call('viewer', 'GET', `/org/${api.orgId}/alerts/`)
    assert.doesNotMatch(JSON.stringify(alerts.body), /Hall \{name\}/, 'it is in no list of alerts')
    await post(`/sense/hierarchy/tree/${treeId}/budget/${id}/delete/`)
    assert.deepEqual(await list(), [])
  })

  test('a plan of cost has the fixed parts of the month', async () => {
    const zones = [
      { name: 'Night', price: '0.1', hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', till: '12:00' }] },
      { name: 'Day', price: '0.3', hours: [] },
    ]
    const tariff = { currency: 'EUR', unit: 'kWh', versions: [{ validFrom: '2026-01-01', zones, fixedPerMonth: '30' }] }
    await post(`/sense/hierarchy/tree/${treeId}/tariff/change/`, { tariff })
    await post(`/sense/hierarchy/tree/${treeId}/budgets/create/`, { ...aBudget('100'), planOf: 'cost' })
    const [budget] = await list()
    assert.equal(budget?.status?.unit, 'EUR')
    // 24 kWh a day, half of them in the night: 4.8 a day and 30 for the month.
    assert.deepEqual([budget.status.expected, budget.status.percent], ['174', 74])
  })

  test('a budget that cannot be evaluated is reported and does not keep later ones from being evaluated', async () => {
    const ids: number[] = []
    for (const name of ['Broken', 'Sound']) {
      const { id } = await post<{ id: number }>(`/sense/hierarchy/tree/${treeId}/budgets/create/`, {
        ...aBudget('600'),
        name,
      })
      ids.push(id)
    }
    const [broken, sound] = ids
    const reported: unknown[] = []
    const careful = new BudgetWatch({
      ...api.service,
      clock: new VirtualClock(),
      read: (budget) => {
        if (budget.id === broken) throw new Error('damaged')
        return readStoredBudget(api.service, budget)
      },
      log: { error: (details) => reported.push((details as { budgetId: number }).budgetId) },
    })
    await careful.pass()
    assert.deepEqual(reported, [broken])
    assert.equal((await messages(sound ?? 0)).length, 1)
    for (const id of ids) await post(`/sense/hierarchy/tree/${treeId}/budget/${id}/delete/`)
  })

  test('a contact that is gone is passed over; branches and contacts of others are not there', async () => {
    const [budget] = await list()
    assert.deepEqual(budget?.contactIds, [contactId])
    await post(`/contact/${contactId}/delete/`)
    assert.deepEqual((await list())[0]?.contactIds, [])
    const path = `/sense/hierarchy/tree/${treeId}/budgets/create/`
    for (const wrong of [{ branchId: treeId }, { contactIds: [9_999_999] }]) {
      const { status } = await api.call('manager', 'POST', path, { ...aBudget('1'), contactIds: [], ...wrong })
      assert.equal(status, 404)
    }
  })
})
