import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { clockOffSec, gatewayReport, parseReport } from './report.ts'

const card = { capacityKb: 1000, freeKb: 900, isMounted: true, isInserted: true }
const older = { port: 8443, fingerprint: Array(32).fill('A7').join(':') }
const https = { ...older, problem: null }

describe('report of a gateway', () => {
  for (const [about, told, read] of [
    ['a group, and fields that are not shown', { memCard: { ...card, serial: 'x' } }, { memCard: card }],
    ['a group that is wrong is missing', { memCard: { ...card, freeKb: -1 }, other: 1 }, null],
    ['one wrong beside one right', { memCard: card, vpn: { linkState: 7 } }, { memCard: card }],
    [
      'a text of any length',
      { memCard: card, misc: { voltage: 'x'.repeat(201), temperature: null } },
      { memCard: card },
    ],
    ['the certificate of its panel', { https }, { https }],
    ['HTTPS of a gateway that reports no problem', { https: older }, { https: older }],
    ['a fingerprint of another form', { https: { ...https, fingerprint: 'AB:CD' }, memCard: card }, { memCard: card }],
    ['nothing', {}, null],
    ['null', null, null],
    ['a list', [], null],
  ] as const)
    test(about, () => assert.deepEqual(parseReport(JSON.stringify(told)), read))

  test('no JSON is no report', () => assert.equal(parseReport('{'), null))

  test('whatever it tells, what is kept has the shape that is shown', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const report = parseReport(text)
        assert.ok(report === null || gatewayReport.safeParse(report).success)
      }),
    )
  })
})

for (const [timeUtc, off] of [
  ['2026-11-14T00:00:30Z', 30],
  ['2026-11-13T23:59:58Z', -2],
  ['soon', null],
] as const)
  test(`its clock says ${timeUtc}: ${off}`, () =>
    assert.equal(clockOffSec({ time: { timeUtc, timeLocal: '' } }, new Date('2026-11-14T00:00:00Z')), off))
