import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { plainWords, programSize } from './expressions.ts'
import { type ExpressionJob, matchExpressions } from './match-expressions.ts'
import { NotRegular, selectSeries } from './matchers.ts'
import type { Matcher, MatcherKind } from './messages.ts'

const here = (job: ExpressionJob) => Promise.resolve(matchExpressions(job))
const unused = (): never => assert.fail('an expression reached the thread')

describe('matchers', () => {
  const labels = { __name__: 'busbar_reading', net: 'hall', unit: '' }
  const rows: [MatcherKind, string, string, boolean][] = [
    ['equal', 'net', 'hall', true],
    ['equal', 'net', 'hal', false],
    ['equal', 'job', '', true],
    ['equal', 'constructor', '', true],
    ['unequal', 'job', '', false],
    ['like', 'net', 'ha', false],
    ['like', 'net', 'mill|hall', true],
    ['like', 'net', 'mill|hal+', true],
    ['like', 'net', '(?i)HALL', true],
    ['like', 'job', '.*', true],
    ['like', 'job', '.+', false],
    ['unlike', 'net', 'h.*', false],
    ['unlike', 'net', 'm.*', true],
    ['unlike', 'net', 'mill|hall', false],
  ]
  for (const [kind, name, value, fits] of rows) {
    test(`${kind} ${name} ${value}`, async () => {
      const [found = []] = await selectSeries([[{ kind, name, value }]], [{ labels }], here)
      assert.equal(found.length === 1, fits)
    })
  }

  test('selects the series of each query', async () => {
    const series = ['a1', 'a2', 'b1'].map((net, id) => ({ id, labels: { net, unit: 'V' } }))
    const like = (value: string): Matcher => ({ kind: 'like', name: 'net', value })
    const queries = [[like('a.')], [{ kind: 'equal', name: 'net', value: 'a1' } as const, like('.1')], [like('b1|c')]]
    const found = await selectSeries(queries, series, here)
    assert.deepEqual(
      found.map((one) => one.map(({ id }) => id)),
      [[0, 1], [0], [2]],
    )
  })

  test('matches words, .* and .+ without the thread', async () => {
    for (const value of ['.*', '.+', 'hall', 'hall|mill', 'mill|']) {
      await selectSeries([[{ kind: 'like', name: 'net', value }]], [{ labels }], unused)
    }
  })

  for (const value of ['(', 'a(?=b)', String.raw`(a)\1`, 'x'.repeat(10_001)]) {
    test(`refuses ${value.slice(0, 20)}`, async () => {
      await assert.rejects(selectSeries([[{ kind: 'like', name: 'net', value }]], [{ labels }], here), NotRegular)
    })
  }

  for (const value of [
    '(a{1000})'.repeat(60),
    '(a?b?c?d?e?f?g?h?i?j?){1000}'.repeat(18),
    String.raw`(\pL?\pL?\pL?\pL?\pL?\pL?\pL?\pL?\pL?\pL?){1000}`,
    '((x{30}){30}){30}',
  ]) {
    test(`refuses ${value.slice(0, 30)} before it is compiled`, async () => {
      await assert.rejects(
        selectSeries([[{ kind: 'like', name: 'net', value }]], [{ labels }], unused),
        /more than 20000 instructions/,
      )
    })
  }
})

describe('the size of an expression', () => {
  const escapes = [String.raw`\d`, String.raw`\pL`, String.raw`\p{Greek}`, String.raw`\x{41}`, String.raw`\Q)(\E`]
  const leaf = fc.constantFrom('a', '.', 'é', '[a-c]', '[^]x]', '[[:alpha:]_]', '[)(]', '^', 'b|c', '', ...escapes)
  const repeat = fc.constantFrom('', '', '*', '+', '?', '{3}', '{2,}', '{0,4}', '{5,9}', '{0}')
  const { expression } = fc.letrec<{ expression: string; item: string }>((tie) => ({
    item: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?i:'), tie('expression'), repeat)
        .map(([open, of, n]) => `${open}${of})${n}`),
      fc.tuple(fc.constantFrom('a', '.', String.raw`\d`, '[x-z]'), repeat).map((parts) => parts.join('')),
    ),
    expression: fc.array(tie('item'), { maxLength: 4 }).map((parts) => parts.join('')),
  }))

  test('is never below what RE2 makes of it', () => {
    fc.assert(
      fc.property(expression, (text) => {
        const compiled = RE2JS.compile(text)
        assert.ok(programSize(text) >= compiled.programSize(), `${programSize(text)} < ${compiled.programSize()}`)
      }),
    )
  })

  test('of common expressions is small', () => {
    for (const text of ['meter-.*', String.raw`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`, '(hall|mill)-[1-9]+'])
      assert.ok(programSize(text) < 100, `${text}: ${programSize(text)}`)
  })

  test('distinguishes plain words from expressions', () => {
    assert.deepEqual([...(plainWords('a|b c|') ?? [])], ['a', 'b c', ''])
    assert.equal(plainWords('a.b'), null)
  })
})
