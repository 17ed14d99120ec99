import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { serve } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import { PacedStream, queueMax } from './paced-stream.ts'

const host = '127.0.0.1'
const frames = (count: number): Buffer => Buffer.from('000100000006010300000001'.repeat(count), 'hex')
const turns = async (): Promise<void> => {
  for (let i = 0; i < 50; i += 1) await new Promise(setImmediate)
}

const setUp = async (t: TestContext, ask: () => Promise<Uint8Array>, depth = 16) => {
  const clock = new VirtualClock()
  const requests = { count: 0 }
  const onConnection = (socket: Socket): void => {
    const stream = new PacedStream(socket, clock, depth)
    const handler = stream.pace(() => {
      requests.count += 1
      return ask()
    })
    serve(stream, { envelope: 'tcp', depth, queueMax, clock, handler })
  }
  const listener = await listen({ port: 0, envelope: 'tcp', handler: () => undefined, onConnection })
  t.after(() => listener.close())
  const socket = connect({ host, port: listener.port, noDelay: true })
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  const got = { bytes: 0 }
  socket.on('data', (bytes: Buffer) => {
    got.bytes += bytes.length
  })
  const answers = async (bytes: number): Promise<void> => {
    await until(() => got.bytes >= bytes)
    assert.equal(got.bytes, bytes)
  }
  return { clock, requests, socket, got, answers }
}

const answerBytes = 11
const busyBytes = 9

test('while 16 are waited for nothing more is read', async (t) => {
  const { promise: answer, resolve } = Promise.withResolvers<Uint8Array>()
  const { requests, socket, got, answers } = await setUp(t, () => answer)
  socket.write(frames(70))
  await answers(6 * busyBytes)
  socket.write(frames(10))
  await turns()
  assert.deepEqual([requests.count, got.bytes], [16, 6 * busyBytes])
  resolve(Uint8Array.of(3, 2, 0, 7))
  await answers(6 * busyBytes + 74 * answerBytes)
  assert.equal(requests.count, 74)
})

test('slows a client that sends more than 2000 requests per second', async (t) => {
  const { clock, socket, got, answers } = await setUp(t, async () => Uint8Array.of(3, 2, 0, 7))
  for (let i = 1; i <= 20; i += 1) {
    socket.write(frames(10))
    await answers(i * 10 * answerBytes)
  }
  socket.write(frames(1))
  await answers(201 * answerBytes)
  socket.write(frames(1))
  await turns()
  clock.advance(100)
  await turns()
  assert.equal(got.bytes, 201 * answerBytes)
  clock.advance(0.5)
  await answers(202 * answerBytes)
})

test('disconnects a client that does not read, at its timeout and not earlier', async (t) => {
  const clock = new VirtualClock()
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>()
  const listener = await listen({ port: 0, envelope: 'tcp', handler: () => undefined, onConnection: resolve })
  t.after(() => listener.close())
  const client = connect(listener.port, host)
  t.after(() => client.destroy())
  const socket = await accepted
  const stream = new PacedStream(socket, clock, 16)
  stream.pause()
  clock.advance(59_999)
  stream.resume()
  clock.advance(60_000)
  stream.pause()
  stream.pause()
  clock.advance(59_999)
  assert.equal(socket.destroyed, false)
  clock.advance(1)
  assert.equal(socket.destroyed, true)
})
