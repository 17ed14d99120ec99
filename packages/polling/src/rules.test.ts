import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainNumber } from '@busbar/kit'
import { compileValue, exceptionCode } from '@busbar/modbus'
import * as fc from 'fast-check'
import { backOffMs, fallSilent } from './back-off.ts'
import { LagHistogram } from './lag-histogram.ts'
import { reasons } from './reasons.ts'

test('an unresponsive unit is skipped for 2 s, 4 s and so on, up to 5 minutes', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2000].map((failures) => backOffMs(failures) / 1000)
  assert.deepEqual(seconds, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  const once = fallSilent(undefined, 'Timeout', 0, 100)
  assert.deepEqual(once, { failures: 1, untilMs: 2_100, reason: 'Timeout' })
  assert.deepEqual(fallSilent(once, 'Crc', 0, 5_000), { failures: 2, untilMs: 9_000, reason: 'Crc' })
  assert.equal(fallSilent(once, 'Timeout', 5_000, 10_000).untilMs, 110_000, 'or for twenty times what asking it costs')
})

test('the text of a number equals that of a double register', () => {
  const codec = compileValue({ valueType: 'f64' })
  const bytes = new DataView(new ArrayBuffer(8))
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      bytes.setFloat64(0, value)
      const words = [0, 2, 4, 6].map((at) => bytes.getUint16(at))
      assert.deepEqual(codec.decode(words), { ok: plainNumber(value) })
    }),
  )
})

test('delays of the last minutes', () => {
  const lags = new LagHistogram()
  assert.equal(lags.p99(0), 0)
  for (let n = 0; n < 98; n++) lags.add(0.3, 60_000)
  lags.add(7, 61_000)
  assert.equal(lags.p99(61_000), 10)
  for (let n = 0; n < 101; n++) lags.add(1, 61_000)
  assert.equal(lags.p99(61_000), 1)
  for (let n = 0; n < 3; n++) lags.add(1e9, 120_000)
  assert.equal(lags.p99(120_000), 60_000)
  assert.equal(lags.p99(179_999), 60_000)
  assert.equal(lags.p99(300_000), 0)
})

test('each reason is distinct and has a sentence', () => {
  for (const [reason, sentence] of Object.entries(reasons)) {
    assert.match(reason, /^[A-Z][A-Za-z]+$/)
    assert.equal(exceptionCode(reason), null)
    assert.match(sentence, /^[A-Z].+\.$/)
  }
})
