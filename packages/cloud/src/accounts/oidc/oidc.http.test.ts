import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { Answer, TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { addReset } from '../mail/account-mails.sql.ts'
import { StandInProvider, standInSettings } from './testing/stand-in-provider.ts'

const clock = new VirtualClock()
const provider = new StandInProvider(() => new Date(Date.UTC(2026, 10, 14) + clock.now()))
const settings = { ...standInSettings }
const password = 'correct horse battery'

void describe('signing in by a provider', () => {
  let api: TestApi
  shareApi(
    (started) => {
      api = started
      settings.map = [
        { group: 'mill', orgId: api.orgId, role: 'operator' },
        { group: 'mill-bosses', orgId: api.orgId, role: 'manager' },
        { group: 'mill-owners', orgId: api.otherOrgId, role: 'owner' },
        { group: 'gone', orgId: 999_999, role: 'viewer' },
      ]
    },
    { clock, oidc: { providers: [settings], fetch: provider.fetch } },
  )
  beforeEach(async () => {
    Object.assign(provider, { metadata: {}, tokenClaims: {}, userInfo: null, isAway: false })
    Object.assign(settings, { linkByEmail: false, createUsers: true, endSession: false })
    // Resets the limits of wrong attempts and expires the cached metadata between tests.
    clock.advance(3_600_000)
    for (const who of ['owner', 'stranger'] as const) {
      const { token } = await api.service.sessions.open(api.accounts[who], null)
      Object.assign(api.tokens, { [who]: token })
    }
  })

  const person = (more: object = {}) => {
    const name = randomUUID()
    return { sub: name, email: `${name}@example.org`, email_verified: true, name: 'Mila', groups: ['mill'], ...more }
  }
  const begin = async (): Promise<{ url: string; ticket: string }> => {
    const { status, body } = await api.call(null, 'POST', '/login/oidc/begin/', { providerId: 'sso' })
    assert.equal(status, 200, JSON.stringify(body))
    return body as { url: string; ticket: string }
  }
  const signIn = async (claims: object): Promise<Answer> => {
    const { url, ticket } = await begin()
    return api.call(null, 'POST', '/login/oidc/', { ticket, query: provider.signIn(url, { ...claims }) })
  }
  const codeOf = ({ body }: Answer): string => (body as { errorCode?: string }).errorCode ?? ''
  const rolesIn = async ({ body }: Answer): Promise<unknown> => {
    const headers = { authorization: `token ${(body as { token: string }).token}`, 'content-type': 'application/json' }
    const orgs = (await (await fetch(`${api.url}/api/v1/user/orgs/`, { headers })).json()) as object[]
    return Object.fromEntries(orgs.map((one) => Object.values(one)).map(([orgId, , role]) => [orgId, role]))
  }
  const auditOf = async (orgId: number, action: string) => {
    const [last] = await api.service.db.sql<{ before: unknown; after: unknown }[]>`
      select before, after from audit where org_id = ${orgId} and action = ${action} order by id desc limit 1`
    return last
  }

  test('a new user gets an account, and roles follow the groups at each sign-in', async () => {
    const mila = person({ groups: ['mill', 'mill-bosses', 'gone', 'other'] })
    const first = await signIn(mila)
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.equal((first.body as { email: string }).email, mila.email)
    assert.deepEqual(await rolesIn(first), { [api.orgId]: 'manager' })
    assert.deepEqual(await auditOf(api.orgId, 'user.role-by-groups'), {
      before: null,
      after: { role: 'manager', provider: 'Works SSO' },
    })
    assert.deepEqual(await rolesIn(await signIn({ ...mila, groups: 'mill' })), { [api.orgId]: 'operator' })
    assert.deepEqual(await auditOf(api.orgId, 'user.sign-in-by-provider'), {
      before: null,
      after: { provider: 'Works SSO' },
    })
    const left = await signIn({ ...mila, groups: [] })
    assert.deepEqual([left.status, codeOf(left)], [401, 'NoOrganization'])
    const [{ count } = { count: 1 }] = await api.service.db.sql<{ count: number }[]>`
      select count(*) from membership m join account a on a.id = m.account_id where a.email = ${mila.email}`
    assert.equal(count, 0)
  })

  test('roles that were assigned manually stay, and so does the last owner', async () => {
    const { sql } = api.service.db
    const mila = person()
    await signIn(mila)
    const [account] = await sql<{ id: number }[]>`select id from account where email = ${mila.email}`
    const path = `/org/${api.orgId}/users/${account?.id}/change-role/`
    assert.equal((await api.call('owner', 'POST', path, { role: 'viewer' })).status, 200)
    assert.deepEqual(await rolesIn(await signIn({ ...mila, groups: ['mill-bosses'] })), { [api.orgId]: 'viewer' })

    const boss = person({ groups: ['mill-owners'] })
    await signIn(boss)
    await sql`update membership set role = 'manager' where org_id = ${api.otherOrgId} and account_id = ${api.accounts.stranger}`
    assert.deepEqual(await rolesIn(await signIn({ ...boss, groups: [] })), { [api.otherOrgId]: 'owner' })
    await sql`update membership set role = 'owner' where org_id = ${api.otherOrgId} and account_id = ${api.accounts.stranger}`
    assert.equal(codeOf(await signIn({ ...boss, groups: [] })), 'NoOrganization')
  })

  test('failed sign-ins do not lock out those from the same address that are right', async () => {
    for (let count = 0; count < 40; count += 1) {
      const { url, ticket } = await begin()
      const query = new URLSearchParams(provider.signIn(url, person()))
      query.set('code', 'made-up')
      assert.equal(
        codeOf(await api.call(null, 'POST', '/login/oidc/', { ticket, query: String(query) })),
        'SignInStale',
      )
    }
    assert.equal((await signIn(person())).status, 200)
    const wrong = { email: 'nobody@example.org', password }
    assert.equal((await api.call(null, 'POST', '/login/', wrong)).status, 401)
  })

  test('a ticket allows ten wrong codes a minute', async () => {
    const { url, ticket } = await begin()
    const query = new URLSearchParams(provider.signIn(url, person()))
    query.set('code', 'made-up')
    const codes: string[] = []
    for (let count = 0; count < 11; count += 1)
      codes.push(codeOf(await api.call(null, 'POST', '/login/oidc/', { ticket, query: String(query) })))
    assert.deepEqual([new Set(codes.slice(0, 10)).size, codes[10]], [1, 'TooManyRequests'])
  })

  test('names are shown as they look, and an address with invisible characters is none', async () => {
    const mila = person({ name: 'Mi\u200Bla \u202Exe' })
    await signIn(mila)
    const [account] = await api.service.db.sql<{ name: string }[]>`select name from account where email = ${mila.email}`
    assert.equal(account?.name, 'Mila xe')
    assert.equal(codeOf(await signIn(person({ email: 'mi\u200Bla@example.org' }))), 'ProviderWrong')
  })

  test('creates no account without a role, without an address or where creation is disabled', async () => {
    assert.equal(codeOf(await signIn(person({ groups: ['other'] }))), 'NoOrganization')
    assert.equal(codeOf(await signIn(person({ groups: undefined }))), 'NoOrganization')
    const none = await signIn(person({ email: undefined }))
    assert.deepEqual([none.status, codeOf(none)], [502, 'ProviderWrong'])
    settings.createUsers = false
    assert.equal(codeOf(await signIn(person())), 'NoAccount')
  })

  const emailOf = async (accountId: number): Promise<string> => {
    const [account] = await api.service.db.sql<{ email: string }[]>`select email from account where id = ${accountId}`
    return account?.email ?? ''
  }

  test('an account is found by its address only if that is wanted, verified, and no owner’s', async () => {
    const email = await emailOf(api.accounts.viewer)
    assert.equal(codeOf(await signIn(person({ email }))), 'AccountExists')
    settings.linkByEmail = true
    assert.equal(codeOf(await signIn(person({ email, email_verified: 'true' }))), 'AccountExists')
    assert.equal(codeOf(await signIn(person({ email: await emailOf(api.accounts.owner) }))), 'AccountExists')
    const known = person({ email: email.toUpperCase() })
    const linked = await signIn(known)
    assert.equal((linked.body as { email: string }).email, email)
    assert.deepEqual(await rolesIn(linked), { [api.orgId]: 'viewer' })
    // Once linked, the subject identifies the user and the address no longer matters.
    assert.deepEqual(await rolesIn(await signIn({ ...known, email: 'new@example.org' })), { [api.orgId]: 'viewer' })
    assert.equal(codeOf(await signIn(person({ email }))), 'IdentityTaken')
  })

  test('an owner connects the account with the password, and disconnects it', async () => {
    const passwordHash = await api.service.passwords.hash(password)
    await api.service.db.sql`update account set password_hash = ${passwordHash} where id = ${api.accounts.owner}`
    const wrong = await api.call('owner', 'POST', '/user/oidc/begin/', { providerId: 'sso', password: 'wrong' })
    assert.equal(codeOf(wrong), 'NotAuthorized')
    const { body } = await api.call('owner', 'POST', '/user/oidc/begin/', { providerId: 'sso', password })
    const { url, ticket } = body as { url: string; ticket: string }
    const anna = person({ email: 'anna.private@example.org', groups: [] })
    const query = provider.signIn(url, anna)
    assert.deepEqual(await rolesIn(await api.call(null, 'POST', '/login/oidc/', { ticket, query })), {
      [api.orgId]: 'owner',
    })
    assert.deepEqual(await rolesIn(await signIn(anna)), { [api.orgId]: 'owner' })
    const [listed] = (await api.call('owner', 'GET', '/user/oidc/')).body as { connected: { id: string } }[]
    const path = `/user/oidc/${listed?.connected.id}/delete/`
    assert.equal((await api.call('stranger', 'POST', path)).status, 404)
    assert.equal((await api.call('owner', 'POST', path)).status, 200)
    assert.equal(codeOf(await signIn(anna)), 'NoOrganization')
  })

  test('an account without a password keeps its provider, and gets no password by mail', async () => {
    const mila = person()
    const { body } = await signIn(mila)
    const headers = { authorization: `token ${(body as { token: string }).token}`, 'content-type': 'application/json' }
    const [listed] = (await (await fetch(`${api.url}/api/v1/user/oidc/`, { headers })).json()) as {
      connected: { id: string }
    }[]
    const answer = await fetch(`${api.url}/api/v1/user/oidc/${listed?.connected.id}/delete/`, {
      method: 'POST',
      headers,
      body: 'null',
    })
    assert.equal(answer.status, 401)
    const { db, now } = api.service
    assert.equal(await addReset(db.sql, mila.email, randomUUID(), now()), false)
    assert.deepEqual(await rolesIn(await signIn(mila)), { [api.orgId]: 'operator' })
  })

  test('a sign-in is good once, where it was begun, for ten minutes', async () => {
    const mila = person()
    const { url, ticket } = await begin()
    const query = provider.signIn(url, mila)
    const send = (ofTicket: string, ofQuery: string): Promise<Answer> =>
      api.call(null, 'POST', '/login/oidc/', { ticket: ofTicket, query: ofQuery })
    const other = await begin()
    assert.equal(codeOf(await send(other.ticket, query)), 'SignInStale')
    assert.equal(codeOf(await send(`${ticket.slice(0, -4)}AAAA`, query)), 'SignInStale')
    assert.equal(codeOf(await send('nonsense', query)), 'SignInStale')
    assert.equal((await send(ticket, query)).status, 200)
    assert.equal(codeOf(await send(ticket, query)), 'SignInStale')
    assert.equal(api.service.oidc.providers[0]?.problem, null)
    const late = await begin()
    const lateQuery = provider.signIn(late.url, mila)
    clock.advance(600_000)
    assert.equal(codeOf(await send(late.ticket, lateQuery)), 'SignInStale')
    const deniedQuery = new URLSearchParams({
      state: new URL(other.url).searchParams.get('state') ?? '',
      error: 'access_denied',
      iss: standInSettings.issuer,
    })
    const fresh = await begin()
    deniedQuery.set('state', new URL(fresh.url).searchParams.get('state') ?? '')
    assert.equal(codeOf(await send(fresh.ticket, deniedQuery.toString())), 'NotAuthorized')
  })

  const nowSec = (): number => Math.floor(api.service.now().getTime() / 1000)
  const lies: readonly [string, (() => object) | null, RegExp, number][] = [
    ['a token for another client', () => ({ aud: 'other' }), /another client/, 502],
    ['a token of another sign-in', () => ({ nonce: 'other' }), /another sign-in/, 502],
    ['a token of another issuer', () => ({ iss: 'https://evil.example' }), /another issuer/, 502],
    ['a token that is over for a minute and a second', () => ({ exp: nowSec() - 61 }), /clocks/, 502],
    ['a token that is over for a moment', () => ({ exp: nowSec() - 30 }), /^$/, 200],
    ['a token signed by another key', null, /./, 502],
  ]
  for (const [name, claims, message, status] of lies) {
    test(name, async () => {
      const own = provider.signedBy
      if (claims === null) provider.signedBy = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      else provider.tokenClaims = claims() as Record<string, unknown>
      const answer = await signIn(person())
      provider.signedBy = own
      const { errorMessage = '' } = answer.body as { errorMessage?: string }
      assert.equal(answer.status, status, errorMessage)
      assert.match(errorMessage, message)
    })
  }

  test('a provider that is away is said to be so, asked again soon, and its keys are asked for once', async () => {
    provider.isAway = true
    const away = await api.call(null, 'POST', '/login/oidc/begin/', { providerId: 'sso' })
    assert.deepEqual([away.status, codeOf(away)], [503, 'ProviderAway'])
    provider.isAway = false
    clock.advance(5000)
    provider.requestedPaths.length = 0
    assert.equal((await signIn(person())).status, 200)
    assert.equal((await signIn(person())).status, 200)
    assert.equal(provider.requestedPaths.filter((path) => path.startsWith('/.well-known')).length, 1)
    assert.equal((await api.call(null, 'POST', '/login/oidc/begin/', { providerId: 'no' })).status, 404)
  })

  test('rejects a provider with another issuer', async () => {
    provider.metadata = { issuer: 'https://sso.example/realm' }
    const { status, body } = await api.call(null, 'POST', '/login/oidc/begin/', { providerId: 'sso' })
    assert.equal(status, 502)
    assert.match((body as { errorMessage: string }).errorMessage, /exactly/)
  })

  test('groups and address may come from UserInfo, and signing out leads to the provider', async () => {
    const { sub, ...rest } = person()
    provider.userInfo = { sub, ...rest }
    settings.endSession = true
    const answer = await signIn({ sub })
    assert.deepEqual(await rolesIn(answer), { [api.orgId]: 'operator' })
    assert.equal(
      (answer.body as { signOutUrl: string }).signOutUrl,
      'https://sso.example/end?client_id=busbar&post_logout_redirect_uri=https%3A%2F%2Fbusbar.example%2Fsign-in',
    )
    provider.userInfo = { sub: 'somebody else', ...rest }
    assert.equal((await signIn({ sub })).status, 502)
  })
})
