import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnclear, unavailability } from './unavailable.ts'

const coded = (code: unknown, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more })

for (const [error, why, isPerhapsDone] of [
  [coded('ECONNREFUSED'), /is unreachable/, false],
  [coded('ENOENT', { syscall: 'connect' }), /is unreachable/, false],
  [coded('ECONNRESET'), /was lost/, true],
  [coded('CONNECTION_CLOSED'), /was lost/, true],
  [coded('CONNECTION_ENDED'), /was lost/, true],
  [coded('CONNECTION_DESTROYED'), /was lost/, true],
  [coded('CONNECT_TIMEOUT'), /does not respond/, true],
  [coded('57P01'), /starting, stopping or recovering/, false],
  [coded('57P02'), /starting, stopping or recovering/, false],
  [coded('57P03'), /starting, stopping or recovering/, false],
  [coded('53100'), /disk .* is full/, false],
  [coded('53300'), /no free connections/, false],
  [coded('25006'), /read-only/, false],
] as const) {
  test(`${String((error as { code?: unknown }).code)}: ${why.source}`, () => {
    const reason = unavailability(error)
    assert.match(reason ?? '', why)
    assert.equal(isUnclear(reason ?? ''), isPerhapsDone)
  })
}

for (const [what, error] of [
  ['a file that is missing', coded('ENOENT', { syscall: 'open' })],
  ['data that the database refuses', coded('23505')],
  ['a code that is a name of JavaScript', coded('constructor')],
  ['a code that is a number', coded(5)],
  ['a bug', new Error('a bug')],
  ['nothing', null],
  ['a text', 'text'],
] as const) {
  test(`another error: ${what}`, () => {
    assert.equal(unavailability(error), null)
  })
}
