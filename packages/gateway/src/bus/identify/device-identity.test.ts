import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { answerFrom, exceptionPdu, MemoryBank } from '@busbar/modbus'
import { readDeviceIdentity } from './device-identity.ts'

const wordsOf = (text: string, count: number): number[] =>
  Array.from({ length: count }, (_, at) => ((text.charCodeAt(2 * at) || 0) << 8) | (text.charCodeAt(2 * at + 1) || 0))

const bankAt = (address: number): MemoryBank => {
  const bank = new MemoryBank({ size: address + 70 })
  const common = [1, 66, ...wordsOf('Acme', 16), ...wordsOf('Sun 5', 16), ...wordsOf('', 8), ...wordsOf('1.2', 8)]
  bank.holding.set([0x5375, 0x6e53, ...common, ...wordsOf('SN-77', 16), 1], address)
  return bank
}

for (const address of [0, 40_000, 50_000]) {
  test(`finds a SunSpec device at ${address}`, async () => {
    const bank = bankAt(address)
    const { sunSpec } = await readDeviceIdentity(async (pdu) => answerFrom(bank, pdu), new VirtualClock())
    assert.deepEqual(sunSpec, { address, manufacturer: 'Acme', model: 'Sun 5', version: '1.2', serial: 'SN-77' })
  })
}

test('reads all identification objects as text', async () => {
  const bank = new MemoryBank({
    size: 10,
    identity: { 0: 'Acme', 1: 'EM-1\u0000\u0000', 2: '1.0', 4: 'Meter', 0x80: 'Hall 2' },
  })
  const identity = await readDeviceIdentity(async (pdu) => answerFrom(bank, pdu), new VirtualClock())
  assert.deepEqual(identity, {
    outcome: 'read',
    objects: [
      { id: 0, text: 'Acme' },
      { id: 1, text: 'EM-1' },
      { id: 2, text: '1.0' },
      { id: 4, text: 'Meter' },
      { id: 0x80, text: 'Hall 2' },
    ],
    sunSpec: null,
  })
})

test('follows answers that report more objects, but not one that repeats itself', async () => {
  const asked: number[] = []
  const identity = await readDeviceIdentity(async (pdu) => {
    if (pdu[0] !== 43) return exceptionPdu(pdu[0] ?? 0, 2)
    asked.push(pdu[3] ?? 0)
    const object = Math.min(2, pdu[3] ?? 0)
    return Uint8Array.of(43, 14, 1, 1, 0xff, Math.min(2, object + 1), 1, object, 1, 65 + object)
  }, new VirtualClock())
  assert.deepEqual(asked, [0, 1, 2])
  assert.deepEqual(
    identity.objects.map(({ text }) => text),
    ['A', 'B', 'C'],
  )
})

test('tells a refusal from silence, and stops at the deadline', async () => {
  const clock = new VirtualClock()
  const refused = await readDeviceIdentity(async (pdu) => exceptionPdu(pdu[0] ?? 0, 1), clock)
  assert.deepEqual(refused, { outcome: 'refused', objects: [], sunSpec: null })
  let requests = 0
  const silent = await readDeviceIdentity(async (pdu) => {
    requests += 1
    clock.advance(8000)
    return exceptionPdu(pdu[0] ?? 0, 11)
  }, clock)
  assert.deepEqual(silent, { outcome: 'silent', objects: [], sunSpec: null })
  assert.equal(requests, 2)
})
