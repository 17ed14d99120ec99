import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { type Access, contract } from '../testing/contract.ts'
import { id } from '../vocabulary/numbers.ts'
import { endpoints } from './endpoint.ts'
import type { Input, Request } from './input.ts'
import { spreadsBody } from './spreads-body.ts'

const { get, post } = endpoints<Access>()
const reply = z.object({})
const summary = 'x'

/** Compiled and never run: every line below an expectation would be an error. */
export const doesNotCompile = (): void => {
  // @ts-expect-error no access
  get('/a/', { summary, reply })
  // @ts-expect-error an access that is none
  get('/a/', { access: 'everybody', summary, reply })
  // @ts-expect-error an access that needs an object
  get('/a/', { access: 'manager', summary, reply })
  // @ts-expect-error an access that has none
  get('/a/', { access: 'open', object: 'device', summary, reply })
  // @ts-expect-error no summary
  get('/a/', { access: 'open', reply })
  // @ts-expect-error no reply
  get('/a/', { access: 'open', summary })
  // @ts-expect-error a GET has no body
  get('/a/', { access: 'open', summary, reply, body: z.object({}) })
  // @ts-expect-error a word that means nothing
  get('/a/', { access: 'open', summary, reply, extention: true })
  // @ts-expect-error params are missing
  get('/a/:b/', { access: 'open', summary, reply })
  // @ts-expect-error one of them is missing
  get('/a/:b/:c', { access: 'open', summary, reply, params: z.object({ b: id }) })
  // @ts-expect-error one is too many
  get('/a/:b/', { access: 'open', summary, reply, params: z.object({ b: id, c: id }) })
  // @ts-expect-error one has another name
  post('/a/:b/', { access: 'open', summary, reply, params: z.object({ c: id }) })
  // @ts-expect-error params without a variable
  post('/a/', { access: 'open', summary, reply, params: z.object({ c: id }) })
  // @ts-expect-error the path and the body have the same name
  post('/a/:b/', { access: 'open', summary, reply, params: z.object({ b: id }), body: z.object({ b: z.string() }) })
}

export const compiles = (): void => {
  get('/a/:b/c/:d', { access: 'open', summary, reply, params: z.object({ b: id, d: id }) })
  post('/a/:b/', { access: 'manager', object: 'device', cost: 5, summary, reply, params: z.strictObject({ b: id }) })
  const levels = endpoints<{ access: 0 | 1 | 2 }>()
  levels.get('/a/', { access: 0, summary, reply })
  // @ts-expect-error no such level
  levels.get('/a/', { access: 3, summary, reply })
}

type Flat<T> = { [K in keyof T]: T[K] }
type Same<A, B> = [A, B] extends [B, A] ? true : false

type C = typeof contract

/** Input is one object, typed by the schemas; a client may leave out what has a default. */
export const types: readonly true[] = [
  true satisfies Same<Flat<Input<C['devices']['changeDisable']>>, { deviceId: number; enabled: boolean }>,
  true satisfies Same<Flat<Input<C['rest']['reference']>>, { body: string }>,
  true satisfies Same<Flat<Input<C['rest']['found']>>, { list: boolean }>,
  true satisfies Same<Flat<Input<C['rest']['settings']>>, { keys: ('ntp' | 'gsm')[] }>,
  true satisfies Same<Input<C['rest']['groups']>['body'][number]['id'], number>,
  true satisfies Same<Input<C['rest']['dismiss']>, object>,
  true satisfies Same<Input<C['devices']['list']>['page'], number>,
  true satisfies Same<Request<C['devices']['list']>['page'], number | undefined>,
  true satisfies Same<Request<C['devices']['list']>['from'], Date | undefined>,
]

const object = z.object({ a: z.string() })
for (const [says, schema, expected] of [
  ['an object', object, true],
  ['a record', z.record(z.string(), z.int()), true],
  [
    'one of several objects',
    z.discriminatedUnion('k', [z.object({ k: z.literal(1) }), z.object({ k: z.literal(2) })]),
    true,
  ],
  ['two objects in one', z.intersection(object, z.object({ b: z.int() })), true],
  ['an object or null', object.nullable(), false],
  ['an object or a list', z.union([object, z.array(object)]), false],
  ['a list', z.array(object), false],
  ['a text', z.string(), false],
  ['anything', z.unknown(), false],
] as const) {
  test(`a body that is ${says} ${expected ? 'is merged' : 'stays apart'}`, () => {
    assert.equal(spreadsBody(schema), expected)
  })
}
