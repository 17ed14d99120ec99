import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '../../accounts/access/roles.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { createAlert } from '../testing/alerts.ts'
import type { ShownContact } from './contacts.contract.ts'
import type { ShownGroup } from './groups.contract.ts'

const anna = {
  name: 'Anna',
  language: 'pl',
  channels: [
    { type: 'sms', address: '+48 600-100-200' },
    { type: 'webhook', address: 'https://x.example/secret' },
  ],
}

describe('contacts, groups and policies', () => {
  let api: TestApi
  shareApi(async (started) => {
    api = started
  })
  const post = async (path: string, body: object, as: Role = 'manager') => api.call(as, 'POST', path, body)
  const create = async (path: string, body: object): Promise<number> => {
    const { status, body: answer } = await post(`/org/${api.orgId}/${path}/create/`, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return (answer as { id: number }).id
  }
  const get = async <T>(path: string, as: Role = 'operator'): Promise<T> => (await api.call(as, 'GET', path)).body as T
  const message = async (path: string, body: object = {}): Promise<string> => {
    const { status, body: answer } = await post(path, body)
    const { errorMessage } = answer as { errorMessage: string }
    assert.equal(status, /no such (contact|group)$/.test(errorMessage) ? 404 : 400, JSON.stringify(answer))
    return errorMessage
  }

  test('a contact is kept as its channels are written to; only managers see the whole address of a webhook', async () => {
    const { sql } = api.service.db
    const id = await create('contacts', { ...anna, accountId: api.accounts.viewer })
    const shown = { id, ...anna, accountId: api.accounts.viewer, isAlwaysForCritical: false }
    const channels = [{ type: 'sms', address: '+48600100200' }, anna.channels[1]]
    assert.deepEqual(await get(`/contact/${id}/`, 'manager'), { ...shown, channels })
    const masked = { type: 'webhook', address: 'https://x.example/…' }
    assert.deepEqual((await get<ShownContact>(`/contact/${id}/`)).channels, [channels[0], masked])
    const hours = [{ days: [1], fromMinute: 0, tillMinute: 60, types: ['sms'] }]
    const change = { ...anna, language: 'uk', hours, isAlwaysForCritical: true, channels: [channels[0]] }
    assert.equal((await post(`/contact/${id}/change/`, change)).status, 200)
    assert.deepEqual(await get(`/org/${api.orgId}/contacts/`), [{ id, ...change }])
    const [audited] = await sql<{ action: string; after: object }[]>`
      select action, after from audit where action like 'contact.%' order by id desc limit 1`
    const { name: _name, ...after } = change
    assert.deepEqual([audited?.action, audited?.after], ['contact.change', after])
    assert.equal((await post(`/contact/${id}/delete/`, {})).status, 200)
    assert.equal((await api.call('manager', 'GET', `/contact/${id}/`)).status, 404)
  })

  test('errors name their position', async () => {
    const id = await create('contacts', anna)
    const group = { name: 'Night', members: [id], rotation: { kind: 'by-hand', onDutyId: id } }
    const day = { from: '2026-11-16T00:00:00Z', till: '2026-11-17T00:00:00Z' }
    const step = { afterMinutes: 5, contactIds: [id] }
    const rows: [string, object, RegExp][] = [
      ['contacts', { ...anna, channels: [] }, /body\.channels/],
      [
        'contacts',
        { ...anna, channels: [{ type: 'sms', address: '600' }] },
        /body\.channels\.0\.address: must be a phone/,
      ],
      ['contacts', { ...anna, channels: [anna.channels[0], anna.channels[0]] }, /body\.channels\.1: is there twice/],
      ['contacts', { ...anna, channels: Array.from({ length: 9 }, () => anna.channels[0]) }, /body\.channels/],
      ['contacts', { ...anna, language: 'de' }, /body\.language/],
      ['contacts', { ...anna, accountId: api.accounts.stranger }, /body\.accountId: no such member/],
      ['contact-groups', { ...group, members: [id, 987] }, /body\.members\.1: no such contact/],
      ['contact-groups', { ...group, members: [id, id] }, /body\.members\.1: is there twice/],
      ['contact-groups', { ...group, rotation: { kind: 'by-hand', onDutyId: 987 } }, /body\.rotation\.onDutyId: /],
      [
        'contact-groups',
        { ...group, rotation: { kind: 'daily', startsOn: '2026-02-30', handoverMinute: 0 } },
        /startsOn/,
      ],
      ['contact-groups', { ...group, overrides: [{ ...day, contactId: 987 }] }, /body\.overrides\.0\.contactId/],
      [
        'contact-groups',
        { ...group, overrides: [{ contactId: id, from: day.till, till: day.from }] },
        /body\.overrides\.0\.till/,
      ],
      ['escalation-policies', { name: 'P', steps: [] }, /body\.steps/],
      ['escalation-policies', { name: 'P', steps: [{ afterMinutes: 0 }] }, /body\.steps\.0\.contactIds/],
      [
        'escalation-policies',
        { name: 'P', steps: [step, { ...step, afterMinutes: 4 }] },
        /body\.steps\.1\.afterMinutes/,
      ],
      [
        'escalation-policies',
        { name: 'P', steps: [{ ...step, groupIds: [987] }] },
        /body\.steps\.0\.groupIds\.0: no such group/,
      ],
      [
        'escalation-policies',
        { name: 'P', steps: [step, { ...step, afterMinutes: 15 }], repeatMinutes: 10 },
        /body\.repeatMinutes/,
      ],
      ['escalation-policies', { name: 'P', steps: [step], repeatMinutes: 10, rounds: 21 }, /body\.rounds/],
    ]
    for (const [path, body, wanted] of rows)
      assert.match(await message(`/org/${api.orgId}/${path}/create/`, body), wanted)
    await post(`/contact/${id}/delete/`, {})
  })

  test("returns the contacts on call, now and for two weeks, in the organization's time zone", async () => {
    await api.service.db.sql`update org set time_zone = 'Europe/Warsaw' where id = ${api.orgId}`
    const [one, two] = [await create('contacts', anna), await create('contacts', { ...anna, name: 'Jan' })]
    const startsOn = new Date(api.service.now().getTime() - 7 * 86_400_000).toISOString().slice(0, 10)
    const rotation = { kind: 'weekly', startsOn, handoverMinute: 0 }
    const group = { name: 'Night', members: [one, two], rotation }
    const groupId = await create('contact-groups', group)
    assert.equal((await get<ShownGroup>(`/contact-group/${groupId}/`)).onDutyId, two)
    const duty = await get<{ timeZone: string; turns: { contactId: number }[] }>(`/contact-group/${groupId}/duty/`)
    assert.deepEqual([duty.timeZone, duty.turns.map(({ contactId }) => contactId)], ['Europe/Warsaw', [two, one, two]])
    assert.match(await message(`/contact-group/${groupId}/on-duty/`, { contactId: one }), /not set by hand/)
    await post(`/contact-group/${groupId}/change/`, { ...group, rotation: { kind: 'by-hand', onDutyId: null } })
    for (const contactId of [one, null]) {
      assert.equal((await post(`/contact-group/${groupId}/on-duty/`, { contactId })).status, 200)
      assert.equal((await get<ShownGroup[]>(`/org/${api.orgId}/contact-groups/`))[0]?.onDutyId, contactId)
    }
    const till = new Date(api.service.now().getTime() + 93 * 86_400_000).toISOString()
    assert.equal((await api.call('operator', 'GET', `/contact-group/${groupId}/duty/?till=${till}`)).status, 400)
    await post(`/contact-group/${groupId}/delete/`, {})
    for (const id of [one, two]) await post(`/contact/${id}/delete/`, {})
  })

  test('refuses to delete objects in use, and lists the uses', async () => {
    const id = await create('contacts', anna)
    const group = { name: 'Night', members: [id], rotation: { kind: 'by-hand', onDutyId: id } }
    const groupId = await create('contact-groups', group)
    const policy = { name: 'Heat', steps: [{ afterMinutes: 0, contactIds: [id], groupIds: [groupId] }] }
    const policyId = await create('escalation-policies', policy)
    const alert = await createAlert(api, { name: 'Too hot', policyId })
    assert.equal(alert.result, 'success')
    assert.equal(await message(`/contact/${id}/delete/`), 'It is in use: group Night, policy Heat.')
    assert.equal(await message(`/contact-group/${groupId}/delete/`), 'It is in use: policy Heat.')
    assert.equal(await message(`/escalation-policy/${policyId}/delete/`), 'It is in use: alert Too hot.')
    const shown = { id: policyId, ...policy, rounds: 1 }
    assert.deepEqual(await get(`/escalation-policy/${policyId}/`), shown)
    await post(`/escalation-policy/${policyId}/change/`, { ...policy, repeatMinutes: 10 })
    assert.deepEqual(await get(`/org/${api.orgId}/escalation-policies/`), [{ ...shown, repeatMinutes: 10, rounds: 3 }])

    const definition = { name: 'Too hot', conditionLogic: 'any', logAs: 'warning', conditions: [], actions: [] }
    const policyOf = async (change: object): Promise<unknown> => {
      await post(`/alert/${alert.id}/change/`, { ...definition, ...change })
      return (await get<{ policyId?: number }>(`/alert/${alert.id}/`)).policyId
    }
    assert.equal(await policyOf({}), policyId, 'what is not given stays')
    assert.equal(await policyOf({ policyId: null }), undefined)
    assert.deepEqual((await createAlert(api, { policyId: 987 })).errors, { policyId: 'is unknown' })
    for (const path of [`escalation-policy/${policyId}`, `contact-group/${groupId}`, `contact/${id}`])
      assert.equal((await post(`/${path}/delete/`, {})).status, 200)
  })
})
