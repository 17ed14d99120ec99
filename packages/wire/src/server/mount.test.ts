import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract } from '../testing/contract.ts'
import { type Context, handlers, service } from '../testing/service.ts'
import { createApp } from './app.ts'
import type { Handlers } from './handlers.ts'
import { isTagIn, mount } from './mount.ts'

const rows: [header: string | undefined, isIn: boolean][] = [
  [undefined, false],
  ['', false],
  ['*', true],
  ['W/"a1"', true],
  ['"a1"', true],
  ['"b", W/"a1"', true],
  ['W/"a2"', false],
  ['a1', false],
]

test('answers 304 to a client with the tag of the text, strong or weak', () => {
  for (const [header, isIn] of rows) assert.equal(isTagIn(header, 'W/"a1"'), isIn, String(header))
})

const app = createApp(service)

/** Compiled and never run: every line below an expectation would be an error. */
export const doesNotCompile = (): void => {
  // @ts-expect-error a resource without handlers
  mount(app, contract, { devices: handlers.devices, trees: handlers.trees }, service)
  // @ts-expect-error handlers of no resource
  mount(app, contract, { ...handlers, strangers: {} }, service)
  const { get, changeDisable, list } = handlers.devices
  // @ts-expect-error a handler is missing
  mount(app, { devices: contract.devices }, { devices: { get, list } }, service)
  // @ts-expect-error a handler is too many
  mount(app, { devices: contract.devices }, { devices: { get, changeDisable, list, other: get } }, service)
  // @ts-expect-error it gives another reply
  mount(app, { devices: contract.devices }, { devices: { get, changeDisable, list: () => 5 } }, service)
  const own: Handlers<typeof contract.devices, Context> = {
    list,
    changeDisable,
    // @ts-expect-error it asks for another input
    get: (_context, { treeId }) => ({ id: treeId, name: '' }),
  }
  mount(app, { devices: contract.devices }, { devices: own }, service)
  // @ts-expect-error the service knows other words of access
  mount(app, { r: { e: { ...contract.rest.version, access: 5 } } }, { r: { e: () => ({ version: '' }) } }, service)
}

describe('reports problems that the compiler cannot detect, at the start', () => {
  const devices = { ...handlers.devices } as Record<string, unknown>
  for (const [says, changed, error] of [
    ['missing', { ...devices, get: undefined }, /^Error: no handler for devices\.get$/],
    ['none', {}, /^Error: no handler for devices\.get, devices\.changeDisable, devices\.list$/],
    ['too many', { ...devices, other: () => 1 }, /^Error: no endpoint for devices\.other$/],
  ] as const) {
    test(says, () => {
      assert.throws(
        () => mount(createApp(service), { devices: contract.devices }, { devices: changed as never }, service),
        error,
      )
    })
  }
})
