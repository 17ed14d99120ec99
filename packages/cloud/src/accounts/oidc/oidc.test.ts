import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areGroupsElsewhere, claimsOf, isSubject, joined } from './claims.rules.ts'
import { Attempts } from './oidc.ts'
import { readOidc } from './oidc-settings.ts'

const least = { id: 'sso', name: 'SSO', issuer: 'https://sso.example.org', clientId: 'busbar' }

void describe('settings of providers', () => {
  test('reads one or several providers and applies defaults', () => {
    assert.deepEqual(readOidc(JSON.stringify(least)), {
      ok: [
        {
          ...least,
          scopes: 'openid email profile groups',
          groupsClaim: 'groups',
          map: [],
          linkByEmail: false,
          createUsers: true,
          endSession: false,
        },
      ],
    })
    const read = readOidc(JSON.stringify([least, { ...least, id: 'b', issuer: 'http://127.0.0.1:9000' }]))
    assert.equal('ok' in read && read.ok.length, 2)
  })

  const wrong: readonly [string, unknown, RegExp][] = [
    ['plain http elsewhere', { ...least, issuer: 'http://sso.example.org' }, /issuer must be an address/],
    ['an address with a question', { ...least, issuer: 'https://sso.example.org/?a' }, /issuer/],
    ['no openid', { ...least, scopes: 'email' }, /scopes must have openid/],
    ['an unknown role', { ...least, map: [{ group: 'a', orgId: 1, role: 'king' }] }, /map.0.role/],
    ['a setting that there is not', { ...least, linkByMail: true }, /linkByMail/],
    ['one id twice', [least, { ...least, issuer: 'https://b.example' }], /one id twice/],
    ['one issuer twice', [least, { ...least, id: 'b' }], /one issuer twice/],
    ['too many', ['a', 'b', 'c', 'd'].map((id) => ({ ...least, id, issuer: `https://${id}.example` })), /3/],
    ['none', [], /1/],
  ]
  for (const [name, given, message] of wrong) {
    test(name, () => {
      const read = readOidc(JSON.stringify(given))
      assert.match('err' in read ? read.err : 'taken', message)
    })
  }
  test('does not quote a file that is not JSON', () => {
    assert.deepEqual(readOidc('{"clientSecret": "hush'), { err: 'it is not JSON' })
    assert.deepEqual(readOidc('/no/such/file'), { err: 'the file cannot be read' })
  })
})

void describe('claims of a provider', () => {
  const rows: readonly [string, Record<string, unknown>, string, object][] = [
    ['nothing', {}, 'groups', { email: null, isEmailVerified: false, name: null, groups: [] }],
    ['an address', { email: ' A@Example.org ', email_verified: true }, 'groups', { email: 'a@example.org' }],
    ['what no database takes', { email: 'a\u0000b@x', name: 'A\u0000B' }, 'groups', { email: null, name: 'A B' }],
    ['no address', { email: 'a b', email_verified: true }, 'groups', { email: null }],
    ['verified in words', { email: 'a@b', email_verified: 'true' }, 'groups', { isEmailVerified: false }],
    ['another name', { preferred_username: 'ann' }, 'groups', { name: 'ann' }],
    ['one group', { groups: 'a' }, 'groups', { groups: ['a'] }],
    ['numbers among groups', { groups: ['a', 1, null] }, 'groups', { groups: ['a'] }],
    ['groups further in', { realm: { roles: ['a'] } }, 'realm.roles', { groups: ['a'] }],
    ['a name with dots', { 'https://x.org/groups': ['a'] }, 'https://x.org/groups', { groups: ['a'] }],
    ['not what every object has', {}, 'constructor.name', { groups: [] }],
  ]
  for (const [name, told, claim, expected] of rows) {
    test(name, () => assert.partialDeepStrictEqual(claimsOf({ sub: 's', ...told }, claim), expected))
  }
  test('takes an address and its verification from the same source', () => {
    const token = { sub: 's', email: 'a@x' }
    const told = joined(token, { sub: 's', email: 'b@x', email_verified: true })
    assert.partialDeepStrictEqual(claimsOf(told, 'groups'), { email: 'b@x', isEmailVerified: true })
    assert.partialDeepStrictEqual(claimsOf(joined(token, { sub: 's', email_verified: true }), 'groups'), {
      isEmailVerified: false,
    })
  })
  test('reads the claims of a user', () => {
    for (const sub of ['a', 'ж'.repeat(255)]) assert.equal(isSubject(sub), true, sub)
    for (const sub of ['', 'a'.repeat(256), 'a\u0000']) assert.equal(isSubject(sub), false, sub)
  })
  test('detects a link in place of groups', () => {
    assert.equal(areGroupsElsewhere({ sub: 's', _claim_names: { groups: 'src1' } }, 'groups'), true)
    assert.equal(areGroupsElsewhere({ sub: 's', groups: [] }, 'groups'), false)
  })
})

void describe('attempts', () => {
  const attempt = { providerId: 'sso', state: 's', nonce: 'n', verifier: 'v', linkTo: 7 }
  test('are read by who wrote them, until they are too old', () => {
    let now = 0
    const own = new Attempts(() => new Date(now), Buffer.alloc(32, 1))
    const text = own.write(attempt)
    assert.deepEqual(own.read(text), attempt)
    assert.equal(new Attempts(() => new Date(0), Buffer.alloc(32, 2)).read(text), null)
    const [body = '', mac = ''] = text.split('.')
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('7', '8')).toString('base64url')
    for (const bad of [undefined, '', '.', 'a.b', `${forged}.${mac}`, body]) assert.equal(own.read(bad), null)
    now = 600_000
    assert.equal(own.read(text), null)
  })
})
