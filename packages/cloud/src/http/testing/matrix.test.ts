import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Endpoint } from '@busbar/wire'
import type { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { type CloudAccess, objectVariables } from '../../access/words.ts'
import { contract } from '../../contract.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { prefix } from '../app.ts'
import { makeObjects } from './objects.ts'
import { ask, type RawRequest } from './raw.ts'
import { sampleOf } from './sample.ts'

type AnyEndpoint = Endpoint<CloudAccess> & { name: string }

const endpoints: AnyEndpoint[] = Object.entries(contract).flatMap(([resource, list]) =>
  Object.entries(list as Record<string, Endpoint<CloudAccess>>).map(([name, one]) => ({
    ...one,
    name: `${resource}.${name}`,
  })),
)
const bodyBytesMax = 1_048_576
const json = { 'content-type': 'application/json' }
const stranger = '22222222-2222-4222-8222-222222222222'

let api: TestApi
let ids: Record<string, number>

/** A path of the endpoint, with variables that its schema takes. */
const pathOf = ({ path, params, query }: AnyEndpoint, given: Record<string, unknown> = {}): string => {
  const shape = params?.shape ?? {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = given[name] ?? ids[name] ?? sampleOf(shape[name] as z.ZodType)
    return encodeURIComponent(String(value))
  })
  const asked = query === undefined ? {} : (sampleOf(query) as Record<string, string>)
  const search = new URLSearchParams(asked).toString()
  return `${prefix}${filled}${search === '' ? '' : `?${search}`}`
}

/** A request that is right in all that its endpoint says. */
const goodRequest = (endpoint: AnyEndpoint, token: string): RawRequest => ({
  method: endpoint.method,
  path: pathOf(endpoint),
  headers: endpoint.access === 'open' ? json : { ...json, authorization: `token ${token}` },
  ...(endpoint.body !== undefined && { body: JSON.stringify(endpoint.example?.body ?? sampleOf(endpoint.body)) }),
  ...(endpoint.method === 'POST' && endpoint.body === undefined && { body: 'null' }),
})

const gives = async (request: RawRequest, expected: string, why: string): Promise<void> => {
  assert.equal(await ask(api.url, request), expected, why)
}

const isOther = (endpoint: AnyEndpoint, method: string): boolean =>
  endpoints.some(
    (other) => other.method === method && other.path.replace(/:\w+/g, ':') === endpoint.path.replace(/:\w+/g, ':'),
  )

describe('every endpoint, asked every wrong way', () => {
  shareApi(async (started) => {
    api = started
    const objects = Object.entries(await makeObjects(api, 'all'))
    ids = Object.fromEntries(objects.map(([kind, id]) => [objectVariables[kind as keyof typeof objectVariables], id]))
  })

  for (const endpoint of endpoints) {
    describe(`${endpoint.method} ${endpoint.path}`, () => {
      const good = (token = api.tokens.owner): RawRequest => goodRequest(endpoint, token)

      test('another method', async () => {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
          if (method === endpoint.method || isOther(endpoint, method)) continue
          await gives({ ...good(), method, headers: {} }, '404 IncorrectEndpoint', method)
        }
      })

      test('another content type', async () => {
        const { authorization: _, ...rest } = { ...good().headers } as Record<string, string>
        for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', '']) {
          await gives({ ...good(), headers: { ...rest, 'content-type': type } }, '400 IncorrectContentType', type)
        }
        const { 'content-type': __, ...none } = rest
        await gives({ ...good(), headers: none }, '400 IncorrectContentType', 'none')
      })

      if (endpoint.access !== 'open') {
        test('tokens', async () => {
          const refused = (authorization: string | null, expected: string) =>
            gives(
              { ...good(), headers: authorization === null ? json : { ...json, authorization } },
              expected,
              authorization ?? 'none',
            )
          await refused(null, '401 NoAuthTokenProvided')
          await refused(`Bearer ${stranger}`, '400 CantParseAuthToken')
          await refused(`token ${stranger.toUpperCase().replace('2222', 'AAAA')}`, '400 CantParseAuthToken')
          await refused('token 7', '400 CantParseAuthToken')
          await refused(`token ${stranger}`, '401 IncorrectAuthToken')
        })
      }

      if (endpoint.method === 'POST') {
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

        test('not JSON', async () => {
          const depth = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
          for (const body of ['', '{', 'nul', '{"a":1,}', depth, Buffer.from([0x22, 0xc3, 0x28, 0x22])]) {
            await gives({ ...good(), body }, '400 CantDecodePayloadJSON', String(body).slice(0, 20))
          }
          await gives(
            { ...good(), body: `${' '.repeat(bodyBytesMax - 1)}{` },
            '400 CantDecodePayloadJSON',
            'exactly 1 MB',
          )
        })
      }

      if (endpoint.body !== undefined) {
        test('of another shape', async () => {
          for (const body of ['[1]', '7', 'true']) await gives({ ...good(), body }, '400 IncorrectRequest', body)
          for (const body of ['{"__proto__":{"role":"owner"}}', '[{"__proto__":1}]']) {
            await gives({ ...good(), body }, '400 CantDecodePayloadJSON', body)
          }
        })
      }

      for (const [name, schema] of Object.entries(endpoint.params?.shape ?? {})) {
        if ((schema as z.ZodType).safeParse('x y').success) continue
        test(`a wrong ${name}`, () =>
          gives({ ...good(), path: pathOf(endpoint, { [name]: 'x y' }) }, '400 IncorrectRequest', name))
      }

      if ('object' in endpoint && endpoint.object in objectVariables) {
        const variable = objectVariables[endpoint.object as keyof typeof objectVariables]

        test('objects that are not there, or not for the caller', async () => {
          await gives(
            { ...good(), path: pathOf(endpoint, { [variable]: 999_999_999 }) },
            '404 ObjectNotFound',
            'missing',
          )
          await gives(good(api.tokens.stranger), '404 ObjectNotFound', 'of another organization')
        })

        test('roles', async () => {
          const needed = roles.indexOf(endpoint.access)
          for (const role of roles.slice(0, needed)) await gives(good(api.tokens[role]), '401 NotAuthorized', role)
        })
      }
    })
  }

  test('whoever has the role is not refused for it', async () => {
    for (const [i, endpoint] of endpoints.entries()) {
      if (!('object' in endpoint)) continue
      const objects = await makeObjects(api, `${i}`)
      const variables = Object.entries(objectVariables).map(([kind, name]) => [
        name,
        objects[kind as keyof typeof objects],
      ])
      const request = goodRequest(endpoint, api.tokens[endpoint.access])
      const verdict = await ask(api.url, {
        ...request,
        path: pathOf(endpoint, { ...Object.fromEntries(variables), userId: 999_999_999 }),
      })
      assert.doesNotMatch(verdict, /^(5|403)|NotAuthorized|IncorrectRequest/, `${endpoint.name}: ${verdict}`)
    }
  })

  test('a session ends after an hour, at every endpoint', async () => {
    const { token } = await api.service.sessions.open(api.accounts.owner, null)
    api.clock.advance(3_600_000)
    for (const endpoint of endpoints) {
      if (endpoint.access === 'open') continue
      await gives(goodRequest(endpoint, token), '401 IncorrectAuthToken', endpoint.name)
    }
  })
})
