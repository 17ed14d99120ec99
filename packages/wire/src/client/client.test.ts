import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { contract } from '../testing/contract.ts'
import { errorFields, listen } from '../testing/service.ts'
import { client } from './client.ts'

const treeId = '0b0e7a52-8f0c-4b39-9d8e-1b3f6c2d4e5f'
const { baseUrl } = await listen({ checkReplies: true })
const api = client(contract, { baseUrl, errorFields, authorization: () => 'token manager' })

/** Compiled and never run: every line below an expectation would be an error. */
export const doesNotCompile = (): void => {
  // @ts-expect-error a field is missing
  void api.devices.changeDisable({ deviceId: 7 })
  // @ts-expect-error an id is a number here
  void api.devices.get({ deviceId: '7' })
  // @ts-expect-error nothing is asked, but something is needed
  void api.devices.get()
  // @ts-expect-error no such endpoint
  void api.devices.other()
}

describe('every kind of input arrives', () => {
  test('path', async () => assert.deepEqual(await api.devices.get({ deviceId: 7 }), { ok: { id: 7, name: 'boiler' } }))

  test('path and body', async () => {
    const answer = await api.devices.changeDisable({ deviceId: 7, enabled: false })
    assert.deepEqual(answer, { ok: { availableDevicesQuota: null } })
  })

  test('query', async () => {
    const from = new Date('2026-11-14T23:54:00Z')
    const answer = await api.devices.list({ deviceIds: [1, 2], lang: 'ua', onlyNames: false, page: 3, from })
    assert.deepEqual(answer, {
      ok: { deviceIds: [1, 2], lang: 'ua', onlyNames: false, page: 3, from: from.toISOString() },
    })
  })

  test('query without its optional fields', async () => {
    const answer = await api.devices.list({ deviceIds: [1], lang: 'en' })
    assert.deepEqual(answer, { ok: { deviceIds: [1], lang: 'en', page: 1 } })
  })

  test('body', async () => {
    const since = new Date('2026-11-14T23:54:00Z')
    const answer = await api.trees.create({ name: 'żółć', amount: '-1.50', since })
    assert.deepEqual(answer, { ok: { name: 'żółć', amount: '-1.50', since: since.toISOString() } })
  })

  test('a word instead of a variable', async () => {
    assert.deepEqual(await api.trees.get({ treeId }), { ok: { treeId } })
    assert.deepEqual(await api.trees.rename({ treeId, name: 'n' }), { ok: { treeId, name: 'n' } })
  })

  test('a text for a body', async () =>
    assert.deepEqual(await api.rest.reference({ body: 'abc' }), { ok: { length: 3 } }))

  test('a list for a body', async () => {
    assert.deepEqual(await api.rest.groups({ body: [{ id: 3, name: 'a' }] }), { ok: [3] })
  })

  test('no input', async () => {
    assert.deepEqual(await api.rest.dismiss(), { ok: {} })
    assert.deepEqual(await api.rest.version(), { ok: { version: '1' } })
  })

  test('flags', async () => {
    assert.deepEqual(await api.rest.found(), { ok: { list: false } })
    assert.deepEqual(await api.rest.found({ list: true }), { ok: { list: true } })
    assert.deepEqual(await api.rest.settings({ keys: [] }), { ok: [] })
    assert.deepEqual(await api.rest.settings({ keys: ['gsm', 'ntp'] }), { ok: ['gsm', 'ntp'] })
  })

  test('a path of a file', async () => {
    const answer = await api.rest.file({ '*': 'LOGS/a b?.csv' })
    assert.ok('ok' in answer)
    assert.equal(await answer.ok.text(), 'path\nLOGS/a b?.csv')
  })

  test('any text in a path', async () => {
    const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    const isPath = (text: string): boolean => text !== '.' && text !== '..' && !text.includes('\0')
    await fc.assert(
      fc.asyncProperty(any.filter(isPath), async (code) =>
        assert.deepEqual(await api.rest.code({ code }), { ok: { code } }),
      ),
      { numRuns: 50 },
    )
  })
})

describe('returns failures as values', () => {
  test('a refusal', async () => {
    const stranger = client(contract, { baseUrl: `${baseUrl}/`, errorFields })
    assert.deepEqual(await stranger.devices.get({ deviceId: 7 }), {
      err: { code: 'NoToken', message: 'There is no token.', status: 401 },
    })
  })

  test('an answer of another server', async () => {
    const html = (): Promise<Response> => Promise.resolve(new Response('<html>', { status: 502 }))
    const proxied = client(contract, { baseUrl, errorFields, fetch: html })
    assert.deepEqual(await proxied.rest.version(), { err: { code: 'Unreadable', message: 'HTTP 502', status: 502 } })
  })

  test('no server', async () => {
    const lost = client(contract, { baseUrl: 'http://127.0.0.1:1', errorFields })
    const answer = await lost.rest.version()
    assert.ok('err' in answer)
    assert.deepEqual([answer.err.code, answer.err.status], ['Unreachable', 0])
  })

  test('given up', async () => {
    const answer = await api.rest.version({}, { signal: AbortSignal.abort() })
    assert.ok('err' in answer)
    assert.equal(answer.err.code, 'Unreachable')
  })
})

test('a request that is not of its schema throws', async () => {
  await assert.rejects(api.devices.get({ deviceId: 0 }), /deviceId|Too small/)
  await assert.rejects(api.devices.list({ deviceIds: [1, 2, 3, 4], lang: 'en' }), /Too big/)
})
