import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { VpnChannel } from './vpn-channel.ts'

class Line extends EventEmitter {
  readonly sent: Uint8Array[] = []
  isOpen = true
  write(bytes: Uint8Array): void {
    this.sent.push(bytes)
  }
  destroy(): void {
    this.isOpen = false
  }
}

/** Timers fire on demand. */
const setUp = () => {
  const line = new Line()
  let ring = (): void => {}
  const after = (_: number, act: () => void): (() => void) => {
    ring = act
    return () => (ring = () => {})
  }
  return { line, channel: new VpnChannel(line, { after }), ring: () => ring() }
}
const framed = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes])
}

test('messages come in any pieces', async () => {
  const any = fc.array(fc.dictionary(fc.string(), fc.integer(), { maxKeys: 5 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(any, fc.integer({ min: 1, max: 50 }), async (messages, piece) => {
      const { line, channel } = setUp()
      const bytes = Buffer.concat(messages.map((one) => framed(JSON.stringify(one))))
      for (let at = 0; at < bytes.length; at += piece) line.emit('data', bytes.subarray(at, at + piece))
      for (const message of messages) assert.deepEqual(await channel.next(), { ...message })
    }),
  )
})

test('a message arrives as sent', async () => {
  const one = setUp()
  const other = setUp()
  one.channel.send({ v: 1 })
  for (const bytes of one.line.sent) other.line.emit('data', bytes)
  assert.deepEqual(await other.channel.next(), { v: 1 })
})

for (const [about, act, says] of [
  ['too long', ({ line }: ReturnType<typeof setUp>) => line.emit('data', Uint8Array.of(0x08, 0x01)), /says too much/],
  ['more than is asked for', ({ line }) => line.emit('data', Buffer.alloc(2051)), /says too much/],
  ['no JSON', ({ line }) => line.emit('data', framed('{')), /no JSON/],
  ['slow', ({ ring, line }) => (line.emit('data', Uint8Array.of(0, 9, 1)), ring()), /too slow/],
  ['gone', ({ line }) => line.emit('close'), /hung up/],
  ['broken', ({ line }) => line.emit('error', new Error('ECONNRESET')), /ECONNRESET/],
] as [string, (set: ReturnType<typeof setUp>) => unknown, RegExp][])
  test(`disconnects a peer that is ${about}`, async () => {
    const made = setUp()
    act(made)
    await assert.rejects(made.channel.next(), says)
    assert.equal(made.line.isOpen, false)
  })
