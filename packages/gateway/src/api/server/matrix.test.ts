import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Contract, Endpoint } from '@busbar/wire'
import type { z } from 'zod'
import type { Variant } from '../../base/variant.ts'
import type { Level } from '../../session/level.ts'
import { sharedApis } from '../../testing/shared-api.ts'
import { contracts } from '../contract.ts'
import { ask, type TestRequest } from './testing/ask.ts'
import { type GatewayAccess, levels } from './words.ts'

type Route = Endpoint<GatewayAccess> & { name: string }

const bodyBytesMax = 65_536
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY']
const wrongValues = [null, true, 7, -1, 1.5, 1e300, 'x', '', '7', [], [1], {}, { a: 1 }]

const routesOf = (contract: Contract<GatewayAccess>): Route[] =>
  Object.entries(contract).flatMap(([resource, list]) =>
    Object.entries(list).map(([name, one]) => ({ ...one, name: `${resource}.${name}` })),
  )

/** Tests one of the similar faults for each endpoint in turn, and all of them in `npm run test:matrix`. */
const isWhole = process.env['BUSBAR_MATRIX'] === 'all'
const inTurn = <Way>(ways: readonly Way[], turn: number): readonly Way[] => {
  const at = turn % Math.max(1, ways.length)
  return isWhole ? ways : ways.slice(at, at + 1)
}

const goodBody = ({ body, example }: Route): object | undefined =>
  body === undefined ? undefined : (example?.body ?? {})

/** A request that is right in all that its endpoint says. */
const good = (route: Route): TestRequest => {
  const path = route.path.replace('*', 'CONFIG.TXT') + (route.name === 'modbus.response' ? '?tid=1' : '')
  const body = goodBody(route)
  return { method: route.method, path, body: body && JSON.stringify(body) }
}

const apis = (): Readonly<Record<Variant, () => { url: string; tokenOf: (level: Level) => string }>> => {
  const started = sharedApis()
  const one = (variant: Variant) => () => {
    const { url, service } = started[variant]()
    // A token of its own for every request: some end the session.
    return { url, tokenOf: (level: Level) => service.sessions.open(`level ${level}`, level, '127.0.0.1') }
  }
  return { A: one('A'), B: one('B') }
}

describe('every endpoint, asked every wrong way', () => {
  const api = apis()

  test('there are thirty-three and our own, by the same paths in both variants', () => {
    const paths = (variant: Variant) => routesOf(contracts[variant]).map(({ method, path }) => `${method} ${path}`)
    assert.equal(routesOf(contracts.A).filter(({ extension }) => extension !== true).length, 33)
    assert.deepEqual(paths('A'), paths('B'))
  })

  for (const variant of ['A', 'B'] as const) {
    for (const [turn, route] of routesOf(contracts[variant]).entries()) {
      const needed = levels[route.access][variant]
      const as = (level: Level): Record<string, string> =>
        needed === 0 ? {} : { authorization: `Bearer ${api[variant]().tokenOf(level)}` }
      const tell = (request: Partial<TestRequest>) => ask(api[variant]().url, { ...good(route), ...request })
      const gives = async (request: Partial<TestRequest>, expected: string, why: string): Promise<string> => {
        const { verdict, message } = await tell(request)
        assert.equal(verdict, expected, `${why}: ${message}`)
        return message
      }

      describe(`${variant} ${route.method} ${route.path}`, () => {
        test('a foreign Host or Origin, before anything else', async () => {
          await gives({ headers: { ...as(2), host: 'evil.example' } }, '403 ERROR_HOST', 'Host')
          await gives({ headers: { host: 'evil.example' }, method: 'PUT', path: '/nowhere' }, '403 ERROR_HOST', 'order')
          await gives({ headers: { ...as(2), origin: 'http://evil.example' } }, '403 ERROR_HOST', 'Origin')
          await gives({ headers: { ...as(2), origin: 'null' } }, '403 ERROR_HOST', 'Origin null')
        })

        test('another method', async () => {
          const others = methods.filter((one) => one !== route.method)
          for (const method of inTurn(others, turn)) {
            const { status, headers } = await tell({ method, body: undefined })
            assert.deepEqual([status, headers.allow], [405, route.method], method)
          }
        })

        if (needed > 0) {
          test('tokens', async () => {
            const none = '0'.repeat(32)
            const wrong = [undefined, 'Bearer', 'Bearer x', `Bearer ${none}`, `Basic ${none}`, none, `token ${none}`]
            for (const authorization of inTurn(wrong, turn)) {
              const headers = authorization === undefined ? {} : { authorization }
              const reply = await tell({ headers, body: '{' })
              assert.equal(reply.verdict, '401 ERROR_TOKEN', authorization ?? 'none')
              assert.equal(reply.headers['www-authenticate'], 'Bearer')
            }
          })
        }

        test('levels', async () => {
          for (const level of [1, 2] as const) {
            const { verdict, status, message } = await tell({ headers: as(level) })
            if (level < needed) assert.equal(verdict, '403 ERROR_LEVEL')
            else assert.doesNotMatch(verdict, /^(40[135]|413|500)\b(?! ERROR_LOGIN)/, `level ${level}: ${message}`)
            assert.notEqual(status, 500)
          }
          if (needed === 2) await gives({ headers: as(1), body: '{' }, '403 ERROR_LEVEL', 'before the body')
        })

        test('accepts paths with and without a trailing slash', async () => {
          const [path = '', query] = good(route).path.split('?')
          const bare = path.replace(/\/$/, '') + (query === undefined ? '' : `?${query}`)
          assert.notEqual((await tell({ headers: as(2), path: bare })).verdict, '404 ERROR_PATH')
        })

        if (route.body === undefined) {
          test('ignores a body that the endpoint does not take', async () => {
            const { verdict } = await tell({ headers: as(2), body: '{' })
            assert.doesNotMatch(verdict, /^(40[0135]|413|500)/)
          })
          return
        }

        test('sizes', async () => {
          const text = JSON.stringify(goodBody(route))
          const large = text.padEnd(bodyBytesMax + 1)
          for (const isChunked of [false, true]) {
            await gives({ headers: as(2), body: large, isChunked }, '413 ERROR_SIZE', `chunked ${isChunked}`)
            if (needed > 0) await gives({ body: large, isChunked }, '401 ERROR_TOKEN', 'nothing is read')
            const { verdict } = await tell({ headers: as(2), body: text.padEnd(bodyBytesMax), isChunked })
            assert.doesNotMatch(verdict, /^(400|413|500)/, 'exactly 64 KiB')
          }
        })

        test('not JSON', async () => {
          const depth = `${'['.repeat(33)}${']'.repeat(33)}`
          const proto = ['{"__proto__":{"level":2}}', '{"a":{"constructor":1}}', '{"\\u005f_proto__":1}']
          const broken = ['{', 'nul', '{"a":1,}', "{'a':1}", depth, Buffer.from([0x22, 0xc3, 0x28, 0x22])]
          for (const body of [...inTurn(broken, turn), ...inTurn(proto, turn)]) {
            await gives({ headers: as(2), body }, '400 ERROR_JSON', String(body).slice(0, 20))
          }
        })

        test('refuses a body of another shape', async () => {
          for (const body of inTurn(['[]', '7', 'true', '"x"'], turn))
            await gives({ headers: as(2), body }, '400 ERROR_REQUEST', body)
          const isCommand = route.body?.safeParse(null).success ?? false
          const { verdict } = await tell({ headers: as(2), body: '' })
          assert.equal(verdict === '400 ERROR_REQUEST', !isCommand, 'empty')
        })

        test('fields of other types are refused by name', async () => {
          for (const [at, [name, value]] of Object.entries(goodBody(route) ?? {}).entries()) {
            const wrong = wrongValues.filter((one) => !accepts(route, name, one))
            assert.ok(wrong.length > 5, `${name} ${String(value)}`)
            for (const one of inTurn(wrong, turn + at)) {
              const body = JSON.stringify({ ...goodBody(route), [name]: one })
              const message = await gives({ headers: as(2), body }, '400 ERROR_REQUEST', body)
              assert.match(message, new RegExp(`^body\\.${name}\\b`))
            }
          }
        })
      })
    }
  }
})

/** A field by itself: what fits it may still not fit the others. */
const accepts = ({ body }: Route, name: string, value: unknown): boolean =>
  (body as z.ZodObject<Record<string, z.ZodType>>).shape[name]?.safeParse(value).success ?? true
