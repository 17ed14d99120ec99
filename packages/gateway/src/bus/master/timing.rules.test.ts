import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CharFormat } from '@busbar/serial'
import { answerLimitMs, answerMs, answerSize, frameEndMs, quietMs, transferMs } from './timing.rules.ts'

const near = (is: number, expected: number, of: unknown): void =>
  assert.ok(Math.abs(is - expected) < 0.0005, `${JSON.stringify(of)}: ${is} is not ${expected}`)

test('the silence between frames follows speed, stop bits and the setting', () => {
  const rows: [baud: number, format: CharFormat, q: number, ms: number][] = [
    [9600, 0, 0, 4.0104],
    [9600, 4, 0, 4.0104],
    [1200, 1, 0, 32.0833],
    [19_200, 0, 0, 2.0052],
    [19_201, 0, 0, 1.75],
    [115_200, 0, 0, 1.75],
    [9600, 3, 0, 4.0104 + 1 / 9.6],
    [9600, 5, 0, 4.0104 + 1 / 9.6],
    [115_200, 3, 0, 1.75 + 1 / 115.2],
    [9600, 0, 1, 8.0208],
    [9600, 0, 5, 128.3333],
    [115_200, 2, 3, 14],
    [Number.POSITIVE_INFINITY, 3, 5, 0],
  ]
  for (const row of rows) {
    const [baudRate, charFormat, q, ms] = row
    near(quietMs({ baudRate, charFormat, frameMode: 0 }, q), ms, row)
  }
  near(quietMs({ baudRate: 9600, charFormat: 0, frameMode: 1 }, 5), 4.0104, 'ASCII is not multiplied')
})

test('a frame of unknown length ends with 20 ms of silence, or 3.5 characters, or an ASCII second', () => {
  near(frameEndMs({ baudRate: 9600, charFormat: 0, frameMode: 0 }, 0), 20, 9600)
  near(frameEndMs({ baudRate: 1200, charFormat: 0, frameMode: 0 }, 0), 32.0833, 1200)
  near(frameEndMs({ baudRate: 9600, charFormat: 0, frameMode: 1 }, 0), 1000, 'ascii')
})

test('a frame takes the time of its characters', () => {
  near(transferMs({ baudRate: 9600, charFormat: 0, frameMode: 0 }, 5), (8 * 11) / 9.6, 'rtu')
  near(transferMs({ baudRate: 9600, charFormat: 4, frameMode: 0 }, 5), (8 * 10) / 9.6, 'rtu, 10 bits')
  near(transferMs({ baudRate: 9600, charFormat: 0, frameMode: 1 }, 5), (17 * 11) / 9.6, 'ascii')
})

test('accepts a response until the configured timeout, or until the bus limit when it is 0', () => {
  const settings = { delayForRtuMs: 70, delayForAsciiMs: 0 }
  assert.equal(answerMs(settings, 0), 70)
  assert.equal(answerMs(settings, 1), 1000)
  assert.equal(answerMs({ delayForRtuMs: 0, delayForAsciiMs: 80 }, 0), 500)
  assert.equal(answerMs({ delayForRtuMs: 0, delayForAsciiMs: 80 }, 1), 80)
})

test('the request tells how long the answer is', () => {
  const rows: [pdu: number[], size: number | undefined][] = [
    [[1, 0, 0, 0, 9], 4],
    [[2, 0, 0, 7, 0xd0], 252],
    [[3, 0, 0, 0, 125], 252],
    [[4, 0, 0, 0xff, 0xff], 253],
    [[5, 0, 1, 0xff, 0], 5],
    [[6, 0, 1, 0, 2], 5],
    [[7], 2],
    [[8, 0, 0, 1, 2], undefined],
    [[15, 0, 1, 0, 9, 2, 1, 1], 5],
    [[16, 0, 1, 0, 1, 2, 0, 1], 5],
    [[22, 0, 1, 0, 1, 0, 1], 7],
    [[23, 0, 0, 0, 3, 0, 0, 0, 1, 2, 0, 0], 8],
    [[43, 14, 1, 0], undefined],
    [[99], undefined],
  ]
  for (const [pdu, size] of rows) assert.equal(answerSize(Uint8Array.from(pdu)), size, String(pdu))
  const line = { baudRate: 9600, charFormat: 0, frameMode: 0 } as const
  near(answerLimitMs(line, Uint8Array.of(3, 0, 0, 0, 2), 300), 300 + (9 * 11) / 9.6, 'told')
  near(answerLimitMs(line, Uint8Array.of(99), 300), 300 + (256 * 11) / 9.6, 'unknown size')
})
