import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Endpoint } from '@busbar/wire'
import type { z } from 'zod'
import { type CloudAccess, type ObjectKind, objectVariables, uuidKinds } from '../accounts/access/access-contract.ts'
import { roles } from '../accounts/access/roles.ts'
import { prefix } from '../fields/prefix.ts'
import { contract } from '../start/contract.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { makeObjects, type TestObjects } from './testing/objects.ts'
import { ask, type RawRequest } from './testing/raw.ts'
import { sampleOf } from './testing/sample.ts'

type AnyEndpoint = Endpoint<CloudAccess> & { name: string }
type RefusedRequest = readonly [request: RawRequest, expected: string, why: string]

const endpoints: AnyEndpoint[] = Object.entries(contract).flatMap(([resource, list]) =>
  Object.entries(list as Record<string, Endpoint<CloudAccess>>).map(([name, one]) => ({
    ...one,
    name: `${resource}.${name}`,
  })),
)
const bodyBytesMax = 1_048_576
/** A megabyte is sent to one endpoint of each kind of access: who may ask is what decides how much of a body is read. */
const readsMegabytes = new Set(
  Map.groupBy(
    endpoints.filter(({ method }) => method === 'POST'),
    ({ access }) => access,
  )
    .values()
    .map(([first]) => first),
)
const json = { 'content-type': 'application/json' }
const stranger = '22222222-2222-4222-8222-222222222222'

let api: TestApi
let ids: TestObjects
/** Token of a link to a dashboard. */
let shareToken = ''

/** Objects by the names that an endpoint has for them: of two kinds with one name the endpoint's own counts. */
const named = (endpoint: AnyEndpoint, objects: TestObjects): Record<string, unknown> => {
  const kinds = Object.keys(objectVariables) as ObjectKind[]
  const own = kinds.filter((kind) => 'object' in endpoint && kind === endpoint.object)
  return Object.fromEntries([...kinds, ...own].map((kind) => [objectVariables[kind], objects[kind]]))
}

/** A path of the endpoint, with variables that its schema takes. */
const pathOf = (endpoint: AnyEndpoint, variables: Record<string, unknown> = {}): string => {
  const { path, params, query } = endpoint
  const all = { ...named(endpoint, ids), ...variables }
  const shape = params?.shape ?? {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = all[name] ?? sampleOf(shape[name] as z.ZodType)
    return encodeURIComponent(String(value))
  })
  const asked = query === undefined ? {} : (aimed(sampleOf(query), all) as Record<string, string>)
  const search = new URLSearchParams(asked).toString()
  return `${prefix}${filled}${search === '' ? '' : `?${search}`}`
}

/** A sample of a query or a body that means the objects of this test. */
const aimed = (sample: unknown, variables: Record<string, unknown>): unknown => {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return sample
  const names = Object.values(objectVariables).filter((name) => name in sample)
  return { ...sample, ...Object.fromEntries(names.map((name) => [name, variables[name]])) }
}

/** Some are only for who comes by a share link. */
const authorizationFor = ({ access }: AnyEndpoint, token: string): string =>
  access === 'link' ? `share ${shareToken}` : `token ${token}`

/** A request that is right in all that its endpoint says. */
const goodRequest = (endpoint: AnyEndpoint, token: string, variables: Record<string, unknown> = {}): RawRequest => ({
  method: endpoint.method,
  path: pathOf(endpoint, variables),
  headers: endpoint.access === 'open' ? json : { ...json, authorization: authorizationFor(endpoint, token) },
  ...(endpoint.body !== undefined && {
    body: JSON.stringify(
      aimed(endpoint.example?.body ?? sampleOf(endpoint.body), { ...named(endpoint, ids), ...variables }),
    ),
  }),
  ...(endpoint.method === 'POST' && endpoint.body === undefined && { body: 'null' }),
})

const gives = async (request: RawRequest, expected: string, why: string): Promise<void> => {
  assert.equal(await ask(api.url, request), expected, why)
}

/** Ways to be wrong that meet the same gate: each endpoint is asked in one, the next endpoint in the next; in `npm run test:matrix` in all. */
const isWhole = process.env['BUSBAR_MATRIX'] === 'all'
const gatesRefuse = async (endpoint: AnyEndpoint, ways: readonly RefusedRequest[]): Promise<void> => {
  const turn = endpoints.indexOf(endpoint) % Math.max(1, ways.length)
  for (const way of isWhole ? ways : ways.slice(turn, turn + 1)) await gives(...way)
}

/** A variable of another endpoint takes a word too: `tree/:treeId/` is asked for by `tree/create/`. */
const isOther = (endpoint: AnyEndpoint, method: string): boolean =>
  endpoints.some(
    (other) => other.method === method && new RegExp(`^${other.path.replace(/:\w+/g, '[^/]+')}$`).test(endpoint.path),
  )

/** A sample is not enough for these, whatever the role. */
const askForMore = new Set([
  // With several organizations, only administrators of the installation may accept the clock.
  'aside.acceptClock',
  // The name of the organization.
  'orgs.delete',
  // Parameters that their formulas name.
  'computed.createDevice',
  'computed.createParams',
  'computed.try',
  // A mail server.
  'reportMails.sendNow',
  // The person whom the contact stands for, or a manager.
  'contactProofs.sendCode',
  'contactProofs.prove',
  'contactProofs.test',
])

describe('every endpoint, asked every wrong way', () => {
  shareApi(async (started) => {
    api = started
    ids = await makeObjects(api, 'all')
    const made = await api.call('owner', 'POST', `/org/${api.orgId}/share-links/create/`, {
      object: { kind: 'dashboard', dashboardId: ids.dashboard },
      name: 'Wall',
      isKiosk: false,
      expiresOn: '2026-11-20T00:00:00Z',
    })
    shareToken = (made.body as { token: string }).token
  })

  for (const endpoint of endpoints) {
    describe(`${endpoint.method} ${endpoint.path}`, () => {
      const good = (token = api.tokens.owner): RawRequest => goodRequest(endpoint, token)

      test('another method', () => {
        const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
        const others = methods.filter((method) => method !== endpoint.method && !isOther(endpoint, method))
        return gatesRefuse(
          endpoint,
          others.map((method) => [{ ...good(), method, headers: {} }, '404 IncorrectEndpoint', method]),
        )
      })

      test('another content type', async () => {
        const { authorization: _, ...rest } = { ...good().headers } as Record<string, string>
        const types = ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', '']
        await gatesRefuse(
          endpoint,
          types.map((type) => [
            { ...good(), headers: { ...rest, 'content-type': type } },
            '400 IncorrectContentType',
            type,
          ]),
        )
        const { 'content-type': __, ...none } = rest
        const isFree = endpoint.method === 'GET' && endpoint.extension === true
        if (!isFree) await gives({ ...good(), headers: none }, '400 IncorrectContentType', 'none')
        else if (endpoint.access !== 'open')
          await gives({ ...good(), headers: none }, '401 NoAuthTokenProvided', 'none')
      })

      if (endpoint.access !== 'open') {
        test('tokens', () => {
          const refused = (authorization: string | null, expected: string): RefusedRequest => [
            { ...good(), headers: authorization === null ? json : { ...json, authorization } },
            expected,
            authorization ?? 'none',
          ]
          return gatesRefuse(endpoint, [
            refused(null, '401 NoAuthTokenProvided'),
            refused(`Digest ${stranger}`, '400 CantParseAuthToken'),
            refused(`Bearer ${stranger}`, '401 IncorrectAuthToken'),
            refused('Basic bm9ib2R5', '400 CantParseAuthToken'),
            refused(`token ${stranger.toUpperCase().replace('2222', 'AAAA')}`, '400 CantParseAuthToken'),
            refused('token 7', '400 CantParseAuthToken'),
            refused(`token ${stranger}`, '401 IncorrectAuthToken'),
          ])
        })
      }

      if (readsMegabytes.has(endpoint)) {
        test('too large', async () => {
          const large = ' '.repeat(bodyBytesMax + 1)
          const { headers = {} } = good()
          await gives(
            { ...good(), headers: json, body: large },
            '400 PayloadIsTooLarge',
            'by its length, without a token',
          )
          await gives({ ...good(), body: large, isChunked: true }, '400 PayloadIsTooLarge', 'in chunks')
          if ('authorization' in headers) {
            await gives(
              { ...good(), headers: json, body: large, isChunked: true },
              '401 NoAuthTokenProvided',
              'nothing is read',
            )
          }
        })

        test('exactly a megabyte, and not JSON', async () => {
          const body = `${' '.repeat(bodyBytesMax - 1)}{`
          await gives({ ...good(), body }, '400 CantDecodePayloadJSON', 'whole')
        })
      }

      if (endpoint.method === 'POST') {
        test('not JSON', () => {
          const depth = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
          const bodies = ['', '{', 'nul', '{"a":1,}', depth, Buffer.from([0x22, 0xc3, 0x28, 0x22])]
          return gatesRefuse(
            endpoint,
            bodies.map((body) => [{ ...good(), body }, '400 CantDecodePayloadJSON', String(body).slice(0, 20)]),
          )
        })
      }

      if (endpoint.body !== undefined) {
        test('wrong shape', async () => {
          const shapes = ['[1]', '7', 'true']
          await gatesRefuse(
            endpoint,
            shapes.map((body) => [{ ...good(), body }, '400 IncorrectRequest', body]),
          )
          const polluting = ['{"__proto__":{"role":"owner"}}', '[{"__proto__":1}]']
          await gatesRefuse(
            endpoint,
            polluting.map((body) => [{ ...good(), body }, '400 CantDecodePayloadJSON', body]),
          )
        })
      }

      for (const [name, schema] of Object.entries(endpoint.params?.shape ?? {})) {
        if ((schema as z.ZodType).safeParse('x y').success) continue
        test(`a wrong ${name}`, () =>
          gives({ ...good(), path: pathOf(endpoint, { [name]: 'x y' }) }, '400 IncorrectRequest', name))
      }

      if ('object' in endpoint && endpoint.object in objectVariables) {
        const kind = endpoint.object as ObjectKind
        const nobodys = { [objectVariables[kind]]: uuidKinds.has(kind) ? stranger : 999_999_999 }

        test('objects that are not there, or not for the caller', async () => {
          const missing = goodRequest(endpoint, api.tokens.owner, nobodys)
          await gives(missing, '404 ObjectNotFound', 'missing')
          await gives(good(api.tokens.stranger), '404 ObjectNotFound', 'of another organization')
        })

        test('roles', async () => {
          const needed = roles.indexOf(endpoint.access)
          for (const role of roles.slice(0, needed)) await gives(good(api.tokens[role]), '401 NotAuthorized', role)
        })
      }
    })
  }

  /** Objects that a request may change or delete. */
  const makeAnew = async (name: string): Promise<TestObjects> => {
    // An organization has only so many, and there are more endpoints.
    await api.service.db.sql`delete from dashboard where org_id = ${api.orgId}`
    await api.service.db.sql`delete from report where org_id = ${api.orgId}`
    return makeObjects(api, name)
  }

  test('a member with the required role is not refused', async () => {
    const readersFirst = endpoints.toSorted((a, b) => a.method.localeCompare(b.method))
    for (const [i, endpoint] of readersFirst.entries()) {
      if (!('object' in endpoint) || askForMore.has(endpoint.name)) continue
      const objects = endpoint.method === 'GET' ? ids : await makeAnew(`${i}`)
      const variables = { ...named(endpoint, objects), userId: 999_999_999 }
      const verdict = await ask(api.url, goodRequest(endpoint, api.tokens[endpoint.access], variables))
      assert.doesNotMatch(verdict, /^(5|403)|NotAuthorized|IncorrectRequest/, `${endpoint.name}: ${verdict}`)
    }
  })

  test('an account without organizations is refused where a role in any organization is required', async () => {
    const { sql } = api.service.db
    const [nobody] = await sql<[{ id: number }]>`
      insert into account (name, created_on) values ('Nobody', now()) returning id`
    const { token } = await api.service.sessions.open(nobody.id, null)
    const anywhere = endpoints.filter((endpoint) => 'object' in endpoint && endpoint.object === 'any')
    assert.ok(anywhere.length > 0)
    for (const endpoint of anywhere) await gives(goodRequest(endpoint, token), '401 NotAuthorized', endpoint.name)
  })

  test('a session ends after an hour, at every endpoint', async () => {
    const { token } = await api.service.sessions.open(api.accounts.owner, null)
    api.clock.advance(3_600_000)
    for (const endpoint of endpoints) {
      if (endpoint.access === 'open' || endpoint.access === 'link') continue
      await gives(goodRequest(endpoint, token), '401 IncorrectAuthToken', endpoint.name)
    }
  })
})
