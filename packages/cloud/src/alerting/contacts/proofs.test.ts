import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { DirectMessage } from '@busbar/messaging'
import type { DeliveryResult } from '@busbar/messaging/message'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import type { ShownContact } from './contacts.contract.ts'

const sent: DirectMessage[] = []
let outcome: DeliveryResult = { ok: true }
let api: TestApi
let contactId = 0
const mail = { type: 'email', address: 'ann@example.org' }
const phone = { type: 'sms', address: '+48600100200' }
const minuteMs = 60_000

const codeIn = ({ name }: DirectMessage): string => /\d{6}/.exec(name)?.[0] ?? ''
const post = (as: keyof TestApi['tokens'], path: string, body: unknown) =>
  api.call(as, 'POST', `/contact/${contactId}/${path}/`, body)
interface OwnContact {
  contactId: number
  channels: { type: string; isSent: boolean; isProvable: boolean; provenOn?: string }[]
}
const own = async () => (await api.call('operator', 'GET', '/user/contacts/')).body as OwnContact[]

describe('addresses of contacts', () => {
  const sendNow = (message: DirectMessage): Promise<DeliveryResult> => {
    sent.push(message)
    return Promise.resolve(outcome)
  }
  shareApi(
    async (started) => {
      api = started
    },
    { sendNow, ways: new Set(['email', 'sms']) },
  )
  beforeEach(async () => {
    sent.length = 0
    outcome = { ok: true }
    api.clock.advance(2 * minuteMs)
    const made = await api.call('manager', 'POST', `/org/${api.orgId}/contacts/create/`, {
      name: 'Ann',
      accountId: api.accounts.operator,
      language: 'uk',
      channels: [mail, phone, { type: 'webhook', address: 'https://example.org/hook/secret' }],
    })
    contactId = (made.body as { id: number }).id
  })

  test('a person confirms an own address with the code that was sent there', async () => {
    assert.deepEqual((await post('operator', 'send-code', mail)).body, { ok: true })
    const [message] = sent
    assert.ok(message)
    assert.deepEqual([message.recipient, message.language], ['ann@example.org', 'ua'])
    assert.equal((await post('operator', 'prove', { ...mail, code: '0000000' })).status, 404)
    assert.equal((await post('operator', 'prove', { ...mail, code: ` ${codeIn(message)} ` })).status, 200)
    const shown = (await own()).find((one) => one.contactId === contactId)
    assert.deepEqual(
      shown?.channels.map(({ type, provenOn, isSent, isProvable }) => [
        type,
        provenOn !== undefined,
        isSent,
        isProvable,
      ]),
      [
        ['email', true, true, true],
        ['sms', false, true, true],
        ['webhook', false, false, false],
      ],
    )
    assert.equal((await post('operator', 'prove', { ...mail, code: codeIn(message) })).status, 404)
  })

  test('others of the organization may not, managers may', async () => {
    assert.equal((await post('viewer', 'send-code', mail)).status, 401)
    assert.equal((await post('stranger', 'send-code', mail)).status, 404)
    assert.equal((await post('manager', 'send-code', mail)).status, 200)
    assert.equal((await post('manager', 'send-code', { ...mail, address: 'bob@example.org' })).status, 404)
  })

  test('a code is good for ten minutes and five tries; another is sent after a minute', async () => {
    await post('operator', 'send-code', mail)
    assert.equal((await post('operator', 'send-code', mail)).status, 403)
    const first = codeIn(sent[0] ?? assert.fail())
    for (let i = 0; i < 5; i += 1) assert.equal((await post('operator', 'prove', { ...mail, code: 'x' })).status, 404)
    assert.equal((await post('operator', 'prove', { ...mail, code: first })).status, 404)
    api.clock.advance(2 * minuteMs)
    await post('operator', 'send-code', mail)
    api.clock.advance(11 * minuteMs)
    const second = codeIn(sent[1] ?? assert.fail())
    assert.equal((await post('operator', 'prove', { ...mail, code: second })).status, 404)
  })

  test('an address that is changed has to be confirmed again', async () => {
    await post('operator', 'send-code', mail)
    await post('operator', 'prove', { ...mail, code: codeIn(sent[0] ?? assert.fail()) })
    const proven = async () => {
      const { channels } = (await api.call('manager', 'GET', `/contact/${contactId}/`)).body as ShownContact
      return channels.filter(({ provenOn }) => provenOn !== undefined).length
    }
    assert.equal(await proven(), 1)
    const change = (channels: unknown) =>
      api.call('manager', 'POST', `/contact/${contactId}/change/`, { name: 'Ann', language: 'uk', channels })
    await change([phone])
    await change([phone, mail])
    assert.equal(await proven(), 0)
  })

  test('an SMS is counted, and given back where it was surely not sent', async () => {
    const spent = async () =>
      ((await api.call('owner', 'GET', `/org/${api.orgId}/sms-spending/`)).body as { count: number }).count
    const earlier = await spent()
    await post('operator', 'test', phone)
    assert.equal(await spent(), earlier + 1)
    outcome = { err: 'no such number', isFinal: true, isUnclear: false }
    assert.deepEqual((await post('operator', 'test', phone)).body, { err: 'no such number' })
    assert.equal(await spent(), earlier + 1)
    const hook = { type: 'webhook', address: 'https://example.org/\u2026' }
    assert.deepEqual((await post('operator', 'test', hook)).body, {
      err: 'The installation sends no messages of this kind.',
    })
  })
})
