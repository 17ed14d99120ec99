import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import type { DocumentOptions } from '../openapi/document.ts'
import type { Access } from '../testing/contract.ts'
import { errorFields, errors } from '../testing/service.ts'
import { Reference } from './reference.ts'

const optionsOf = (notesOf: () => string[]): DocumentOptions<Access> => ({
  title: 'Sample',
  version: '1.0',
  server: '/api/v1',
  errors,
  errorFields,
  securityScheme: { type: 'apiKey', in: 'header', name: 'Authorization' },
  isOpen: ({ access }) => access === 'open',
  tags: { lists: 'Lists.' },
  errorsOf: () => ({}),
  notesOf,
  exchanges: {},
  samples: { origin: '', headers: {}, client: '' },
})
const { get } = endpoints<Access>()
const reply = z.object(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, z.string().max(60)])))

test('is created once, at the first request, without blocking others', async () => {
  let made = 0
  const names = Array.from({ length: 200 }, (_, at) => `list${at}`)
  const list = Object.fromEntries(
    names.map((name) => [name, get(`/${name}/`, { access: 'open', summary: 'A list.', reply })]),
  )
  const options = optionsOf(() => {
    made += 1
    return []
  })
  const reference = new Reference({ lists: list }, options)
  assert.equal(made, 0)
  let turns = 0
  const turn = (): void => {
    turns += 1
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  const [json, page] = await Promise.all([reference.json(), reference.page(), reference.json()])
  clearImmediate(timer)
  assert.deepEqual([made, Object.keys(JSON.parse(json).paths).length], [200, 200])
  assert.match(page, /<section id="lists.list199">/)
  assert.ok(turns > 2, `${turns} turns`)
})
