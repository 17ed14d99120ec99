import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Oidc } from '../src/accounts/oidc/oidc.ts'
import { readOidc } from '../src/accounts/oidc/oidc-settings.ts'
import { type OidcPeer, type PeerPerson, startOidcPeer } from '../src/accounts/oidc/testing/oidc-peer.ts'
import type { Answer, TestApi } from '../src/testing/api.ts'
import { shareApi } from '../src/testing/shared-api.ts'

const people: Record<string, PeerPerson> = {
  mila: { email: 'mila@example.org', groups: ['mill'] },
  boss: { email: 'boss@example.org', groups: ['mill', 'mill-bosses'] },
  nobody: { email: 'nobody@example.org', groups: [] },
}

/** A browser without pictures: follows redirects, keeps cookies, and sends forms. */
class SmallBrowser {
  readonly #cookies = new Map<string, string>()

  /** Until an address begins with `till`. */
  async follow(url: string, till: string, form?: URLSearchParams): Promise<{ url: string; text: string }> {
    const headers = { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await fetch(url, { redirect: 'manual', headers, ...(form && { method: 'POST', body: form }) })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    const to = answer.headers.get('location')
    if (to === null) return { url, text: await answer.text() }
    const next = new URL(to, url).href
    return next.startsWith(till) ? { url: next, text: '' } : this.follow(next, till)
  }

  /** Signs in and consents on the pages of oidc-provider; gives the address to which it sends back. */
  async signIn(url: string, login: string, till: string): Promise<string> {
    let page = await this.follow(url, till)
    for (let forms = 0; forms < 3 && page.text !== ''; forms += 1) {
      const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page.text) ?? []
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page.text) ?? []
      page = await this.follow(
        new URL(action, page.url).href,
        till,
        new URLSearchParams({ prompt, login, password: 'x' }),
      )
    }
    assert.equal(page.text, '', 'the provider sends back')
    return page.url
  }
}

void describe('oidc-provider', () => {
  let api: TestApi
  let peer: OidcPeer
  shareApi(async (started) => {
    api = started
    peer = await startOidcPeer('https://busbar.example/signed-in', people)
    const read = readOidc(
      JSON.stringify({
        id: 'peer',
        name: 'Peer',
        issuer: peer.issuer,
        clientId: peer.clientId,
        clientSecret: peer.clientSecret,
        endSession: true,
        map: [
          { group: 'mill', orgId: api.orgId, role: 'viewer' },
          { group: 'mill-bosses', orgId: api.orgId, role: 'manager' },
        ],
      }),
    )
    assert.ok('ok' in read)
    const { clock, service } = api
    // The peer lives by the time of the machine.
    const now = (): Date => new Date()
    service.oidc = new Oidc({ providers: read.ok, publicUrl: () => service.publicUrl, key: null, clock, now, fetch })
  })
  after(() => peer.stop())

  const begin = async (): Promise<{ url: string; ticket: string }> => {
    const { status, body } = await api.call(null, 'POST', '/login/oidc/begin/', { providerId: 'peer' })
    assert.equal(status, 200, JSON.stringify(body))
    return body as { url: string; ticket: string }
  }
  const signIn = async (login: string): Promise<{ answer: Answer; ticket: string; query: string }> => {
    const { url, ticket } = await begin()
    const back = await new SmallBrowser().signIn(url, login, 'https://busbar.example/signed-in')
    const query = new URL(back).search.slice(1)
    return { answer: await api.call(null, 'POST', '/login/oidc/', { ticket, query }), ticket, query }
  }
  const roleOf = async (email: string): Promise<unknown> => {
    const [row] = await api.service.db.sql<{ role: string }[]>`
      select m.role from membership m join account a on a.id = m.account_id where a.email = ${email}`
    return row?.role
  }

  test('groups determine the roles at each sign-in', async () => {
    const { answer } = await signIn('mila')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { email, signOutUrl } = answer.body as { email: string; signOutUrl: string }
    assert.equal(email, 'mila@example.org')
    assert.ok(signOutUrl.startsWith(`${peer.issuer}/session/end?`))
    assert.equal((await fetch(signOutUrl)).status, 200)
    assert.equal(await roleOf(email), 'viewer')
    await signIn('boss')
    assert.equal(await roleOf('boss@example.org'), 'manager')
    people['boss'] = { email: 'boss@example.org', groups: ['mill'] }
    await signIn('boss')
    assert.equal(await roleOf('boss@example.org'), 'viewer')
  })

  test('no group, no account', async () => {
    const { answer } = await signIn('nobody')
    assert.equal((answer.body as { errorCode: string }).errorCode, 'NoOrganization')
    const found = await api.service.db.sql`select from account where email = 'nobody@example.org'`
    assert.equal(found.length, 0)
  })

  test('a code is good once, and only with its verifier', async () => {
    const { ticket, query } = await signIn('mila')
    const again = await api.call(null, 'POST', '/login/oidc/', { ticket, query })
    assert.deepEqual([again.status, (again.body as { errorCode: string }).errorCode], [401, 'SignInStale'])
    const one = await begin()
    const back = await new SmallBrowser().signIn(one.url, 'mila', 'https://busbar.example/signed-in')
    const other = await begin()
    const stolen = new URL(back).searchParams
    stolen.set('state', new URL(other.url).searchParams.get('state') ?? '')
    const refused = await api.call(null, 'POST', '/login/oidc/', { ticket: other.ticket, query: stolen.toString() })
    assert.equal((refused.body as { errorCode: string }).errorCode, 'SignInStale')
  })

  test('a wrong secret of the client is said to be one', async () => {
    const [provider] = api.service.oidc.providers
    assert.ok(provider)
    provider.settings.clientSecret = 'wrong'
    const { answer } = await signIn('mila')
    provider.settings.clientSecret = peer.clientSecret
    assert.match((answer.body as { errorMessage: string }).errorMessage, /clientId and clientSecret/)
  })
})
