import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { type Access, contract } from '../testing/contract.ts'
import { errorFields, errors } from '../testing/service.ts'
import { instant } from '../vocabulary/instant.ts'
import { type DocumentOptions, inOneGo, openApi } from './document.ts'
import { referencePieces } from './page/page.ts'

const options: DocumentOptions<Access> = {
  title: 'Sample & Co',
  version: '1.0',
  server: '/api/v1',
  errors,
  errorFields,
  securityScheme: { type: 'apiKey', in: 'header', name: 'Authorization' },
  isOpen: ({ access }) => access === 'open',
  tags: { devices: 'What is read.' },
  errorsOf: ({ body }) => ({ IncorrectContentType: '', ...(body && { IncorrectRequest: '' }) }),
  notesOf: ({ access }) => [`Needs: ${access}.`],
  exchanges: {
    'devices.get': { path: '/device/7/', reply: { id: 7, name: 'Boiler <1>' } },
    'devices.changeDisable': {
      path: '/device/7/change-disable/',
      body: { enabled: true },
      reply: { availableDevicesQuota: 4 },
    },
    'devices.list': { path: '/devices/?deviceIds=1,2&lang=en&from=2026-11-14', reply: {} },
  },
  samples: {
    origin: 'https-host',
    headers: { 'Content-Type': 'application/json', Authorization: 'token $TOKEN' },
    client: 'const api = client(contract, options)',
  },
}
const document = openApi(contract, options)
const { get, post } = endpoints<Access>()
const open = { access: 'open', summary: 'x' } as const

const operation = (path: string, method: string) => document.paths[path]?.[method] as Record<string, any>

describe('the document', () => {
  test('is valid', async () => {
    const { valid, errors: problems } = await new Validator().validate({ ...structuredClone(document) })
    assert.deepEqual([valid, problems], [true, undefined])
  })

  test('is the same every time', () => {
    assert.equal(JSON.stringify(openApi(contract, options)), JSON.stringify(document))
  })

  test('refers to named schemas, once each', () => {
    assert.deepEqual(Object.keys(document.components.schemas as object), ['Error', 'Device'])
    const { content } = operation('/device/{deviceId}/', 'get').responses[200]
    assert.deepEqual(content['application/json'].schema, { $ref: '#/components/schemas/Device' })
    assert.equal(JSON.stringify(document).includes('$defs'), false)
  })

  test('describes the meaning of parameters, not their validation', () => {
    assert.deepEqual(operation('/devices/', 'get').parameters, [
      {
        name: 'deviceIds',
        in: 'query',
        required: true,
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: 3 },
        example: [1, 2],
      },
      {
        name: 'lang',
        in: 'query',
        required: true,
        description: 'Language of texts: English, Polish, Russian or Ukrainian (`ua`; `uk` is accepted in requests).',
        schema: { type: 'string', enum: ['en', 'pl', 'ru', 'ua'] },
        example: 'en',
      },
      { name: 'onlyNames', in: 'query', required: false, schema: { type: 'boolean' } },
      { name: 'page', in: 'query', required: false, schema: { default: 1, type: 'integer', minimum: 1, maximum: 100 } },
      {
        name: 'from',
        in: 'query',
        required: false,
        schema: { type: 'string', format: 'date-time' },
        example: '2026-11-14',
      },
    ])
    assert.deepEqual(operation('/device/{deviceId}/', 'get').parameters, [
      { name: 'deviceId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 }, example: 7 },
    ])
    const flags = operation('/settings/', 'get').parameters as { name: string; allowEmptyValue: boolean }[]
    assert.deepEqual(
      flags.map(({ name, allowEmptyValue }) => [name, allowEmptyValue]),
      [
        ['ntp', true],
        ['gsm', true],
      ],
    )
  })

  test('marks access, extensions and open endpoints', () => {
    const change = operation('/device/{deviceId}/change-disable/', 'post')
    assert.deepEqual([change['x-access'], change['x-object'], change['x-extension']], ['manager', 'device', undefined])
    assert.deepEqual([change.security, operation('/version/', 'get').security], [[{ caller: [] }], []])
    assert.equal(operation('/tree/create/', 'post')['x-extension'], true)
    assert.deepEqual(change.requestBody.content['application/json'].example, { enabled: true })
  })

  test('lists the errors of an operation by status, and says when', () => {
    const change = operation('/device/{deviceId}/change-disable/', 'post')
    assert.deepEqual(Object.keys(change.responses), ['200', '400'])
    assert.equal(change.responses[400].description, '`IncorrectContentType`, `IncorrectRequest`')
    const own = { ...open, reply: z.object({}), errors: { NotAuthorized: 'on Sundays.' } }
    const { paths } = openApi({ r: { e: get('/e/', own) } }, options)
    const responses = paths['/e/']?.get?.responses as Record<number, { description: string }> | undefined
    assert.equal(responses?.[401]?.description, '`NotAuthorized`: on Sundays.')
    assert.throws(
      () => openApi({ r: { e: get('/e/', { ...own, errors: { Other: '' } }) } }, options),
      /Other is no error/,
    )
  })

  test('tells the call of the typed client', () => {
    assert.deepEqual(operation('/devices/', 'get')['x-codeSamples'], [
      {
        lang: 'TypeScript',
        source: [
          'const answer = await api.devices.list({',
          '  deviceIds: [1, 2],',
          "  lang: 'en',",
          "  from: new Date('2026-11-14T00:00:00.000Z'),",
          '})',
        ].join('\n'),
      },
    ])
  })
})

describe('a schema with a name', () => {
  const span = z.object({ from: instant.default(new Date(0)), note: z.string().default('') }).meta({ id: 'Span' })
  const outer = z.object({ span }).meta({ id: 'Outer' })

  test('contains a schema twice if its reply form differs from its request form', () => {
    const two = { r: { e: post('/e/', { ...open, body: outer, reply: outer }) } }
    const { components } = openApi(two, options)
    assert.deepEqual(Object.keys(components.schemas as object), ['Error', 'Outer', 'OuterInput', 'Span', 'SpanInput'])
    const { OuterInput } = components.schemas as Record<string, { properties: object }>
    assert.deepEqual(OuterInput?.properties, { span: { $ref: '#/components/schemas/SpanInput' } })
  })

  test('cannot have that of another', () => {
    const other = z.object({ till: z.string() }).meta({ id: 'Twin' })
    const twin = z.object({ from: z.string() }).meta({ id: 'Twin' })
    const two = {
      r: { e: get('/e/', { ...open, reply: z.object({ twin }) }), f: get('/f/', { ...open, reply: other }) },
    }
    assert.throws(() => openApi(two, options), /Twin/)
  })

  test('is needed by one that contains itself', () => {
    const node = z.object({
      get next() {
        return node.optional()
      },
    })
    assert.throws(() => openApi({ r: { e: get('/e/', { ...open, reply: node }) } }, options), /needs a name/)
  })

  test('an example must be of its path', () => {
    const wrong = { ...options, exchanges: { 'r.e': { path: '/f/', reply: {} } } }
    assert.throws(() => openApi({ r: { e: get('/e/', { ...open, reply: span }) } }, wrong), /\/f\/ does not fit \/e\//)
  })
})

describe('the page', () => {
  const page = inOneGo(referencePieces(document))

  test('loads and runs nothing', () => {
    assert.equal(/<script|<link|<img|https?:|@import|url\(/.test(page), false)
  })

  test('leads to every operation and schema', () => {
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, one = '']) => one))
    const links = new Set(Array.from(page.matchAll(/href="#([^"]+)"/g), ([, one = '']) => one))
    for (const link of links) assert.ok(ids.has(link), link)
    for (const [resource, operations] of Object.entries(contract)) {
      for (const name of Object.keys(operations)) assert.ok(links.has(`${resource}.${name}`), name)
    }
  })

  test('shows how to ask in curl and Python', () => {
    assert.ok(page.includes(`curl &#39;https-host/api/v1/devices/?deviceIds=1,2&amp;lang=en&amp;from=2026-11-14&#39;`))
    assert.ok(page.includes('-H &quot;Authorization: token $TOKEN&quot;'))
    assert.ok(page.includes('-d &#39;{&quot;enabled&quot;:true}&#39;'))
    assert.ok(page.includes('data=json.dumps({ &#39;enabled&#39;: True }).encode(),'))
  })

  test('escapes what it shows', () => {
    assert.ok(page.includes('<title>Sample &amp; Co 1.0</title>'))
    assert.ok(page.includes('Boiler &lt;1&gt;'))
  })
})
