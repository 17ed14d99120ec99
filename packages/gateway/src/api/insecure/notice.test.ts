import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { testFolder } from '../../testing/folder.ts'
import { ask } from '../server/testing/ask.ts'
import { addressScope, hasConsentCookie } from './notice.ts'
import { preferredLanguage } from './texts.ts'

describe('the scope of an address', () => {
  for (const [address, scope] of [
    ['127.0.0.1', 'local'],
    ['::ffff:127.8.9.1', 'local'],
    ['::1', 'local'],
    ['10.255.0.1', 'private'],
    ['::ffff:192.168.1.7', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.254', 'private'],
    ['169.254.3.4', 'private'],
    ['fe80::1%eth0', 'private'],
    ['fd12:3456::1', 'private'],
    ['172.32.0.1', 'public'],
    ['100.64.0.1', 'public'],
    ['192.0.2.7', 'public'],
    ['2001:db8::1', 'public'],
    ['', 'public'],
  ] as const)
    test(`${address || 'no address'} is ${scope}`, () => assert.equal(addressScope(address), scope))
})

describe('the language of the notice', () => {
  for (const [accepted, ofGateway, language] of [
    ['pl-PL,pl;q=0.9,en;q=0.8', 'en', 'pl'],
    ['de-DE,de;q=0.9,en;q=0.5,uk;q=0.7', 'en', 'uk'],
    ['EN-us', 'ua', 'en'],
    ['de', 'ua', 'uk'],
    ['ru;q=0', 'xx', 'en'],
    ['constructor', 'toString', 'en'],
    [undefined, 'ru', 'ru'],
  ] as const)
    test(`${accepted} on a gateway in ${ofGateway} gives ${language}`, () =>
      assert.equal(preferredLanguage(accepted, ofGateway), language))
})

test('finds the consent among other cookies only', () => {
  assert.equal(hasConsentCookie('a=b; busbar-unencrypted=1'), true)
  for (const cookies of [undefined, '', 'busbar-unencrypted=', 'xbusbar-unencrypted=1', 'busbar-unencrypted=11'])
    assert.equal(hasConsentCookie(cookies), false, String(cookies))
})

describe('the panel over HTTP', () => {
  const listening = { port: 8443, url: 'https://0.0.0.0:8443/', fingerprint: 'AB:CD:EF', problem: null }
  const panelText = '<!doctype html><title>Panel</title>'

  const start = async (t: TestContext) => {
    const panel = testFolder(t)
    writeFileSync(join(panel, 'index.html'), panelText)
    writeFileSync(join(panel, 'main.js'), 'let a = 1')
    const api = await startApi(t, 'B', { panel, allowHosts: ['gw.example.org'] })
    api.service.doors.https = { status: () => listening }
    const open = async (headers: Record<string, string> = {}, path = '/') => {
      const { status, headers: answered, bytes } = await ask(api.url, { path, headers })
      return { status, headers: answered, text: bytes.toString() }
    }
    const confirm = (headers: Record<string, string> = {}) =>
      ask(api.url, { method: 'POST', path: '/unencrypted/', headers })
    return { ...api, open, confirm }
  }

  test('is replaced by the notice, with a link to the same host and path over HTTPS', async (t) => {
    const { open, world, service } = await start(t)
    world.clientAddress = '192.168.1.7'
    const { status, text, headers } = await open({ host: 'gw.example.org:8080', 'accept-language': 'pl' }, '/?a=1&b=2')
    assert.equal(status, 200)
    assert.match(text, /<html lang="pl">/)
    assert.match(text, /href="https:\/\/gw\.example\.org:8443\/\?a=1&amp;b=2"/)
    assert.match(text, /<code>AB:<wbr>CD:<wbr>EF<\/code>/)
    assert.match(text, /<form method="post" action="\/unencrypted\/">/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['strict-transport-security'], undefined)
    assert.match((await open({ host: '[fe80::1]' })).text, /href="https:\/\/\[fe80::1\]:8443\/"/)
    service.doors.https = { status: () => ({ ...listening, port: 443 }) }
    assert.match((await open({ host: 'gw.example.org' })).text, /href="https:\/\/gw\.example\.org\/"/)
  })

  test('is served after the confirmation, as long as the browser sends its cookie', async (t) => {
    const { open, confirm, world, url } = await start(t)
    world.clientAddress = '192.168.1.7'
    const confirmed = await confirm({ origin: url })
    assert.deepEqual([confirmed.status, confirmed.headers.location], [303, '/'])
    const [cookie = ''] = confirmed.headers['set-cookie'] ?? []
    assert.doesNotMatch(cookie, /Expires|Max-Age|Secure/i)
    assert.equal((await open({ cookie: cookie.split(';')[0] ?? '' })).text, panelText)
    assert.notEqual((await open()).text, panelText)
  })

  test('refuses a confirmation that comes from a page of another site', async (t) => {
    const { confirm, world } = await start(t)
    world.clientAddress = '192.168.1.7'
    const refused = await confirm({ origin: 'http://evil.example' })
    assert.deepEqual([refused.verdict, refused.headers['set-cookie']], ['403 ERROR_HOST', undefined])
  })

  test('is never served to an address of the internet', async (t) => {
    const { open, confirm, world } = await start(t)
    world.clientAddress = '203.0.113.9'
    const { text } = await open({ cookie: 'busbar-unencrypted=1' })
    assert.match(text, /<code>AB:<wbr>CD:<wbr>EF<\/code>/)
    assert.doesNotMatch(text, /<form/)
    assert.equal((await confirm()).headers['set-cookie'], undefined)
  })

  test('is served without a notice on this machine, and when HTTPS is switched off', async (t) => {
    const { open, world, service } = await start(t)
    assert.equal((await open()).text, panelText)
    world.clientAddress = '203.0.113.9'
    service.doors.https = null
    assert.equal((await open()).text, panelText)
  })

  test('names the problem instead of a link while HTTPS cannot listen', async (t) => {
    const { open, world, service } = await start(t)
    world.clientAddress = '10.0.0.7'
    const problem = 'port 443 is in use by "<another>" program'
    service.doors.https = { status: () => ({ ...listening, port: null, url: null, problem }) }
    const { text } = await open()
    assert.match(text, /port 443 is in use by &quot;&lt;another&gt;&quot; program/)
    assert.doesNotMatch(text, /href=/)
    assert.match(text, /<form/)
  })

  test('leaves the API, its documentation and the parts of the panel as they are', async (t) => {
    const { open, world, call, tokens, cardFolder, url } = await start(t)
    writeFileSync(join(cardFolder, 'A.TXT'), 'on the card')
    world.clientAddress = '203.0.113.9'
    assert.equal((await open({}, '/main.js')).text, 'let a = 1')
    assert.equal((await open({}, '/api/docs')).status, 200)
    assert.equal((await call(null, 'GET', '/api/version/')).status, 200)
    const secret = { protect: { passwordAdmin: 'travels-1' } }
    assert.equal((await call('admin', 'POST', '/api/settings/saved/set/', secret)).status, 200)
    const headers = { authorization: `Bearer ${tokens.admin}` }
    const file = await fetch(`${url}/card/A.TXT`, { headers, redirect: 'manual' })
    assert.deepEqual([file.status, await file.text()], [200, 'on the card'])
    assert.equal(file.headers.get('strict-transport-security'), null)
  })
})
