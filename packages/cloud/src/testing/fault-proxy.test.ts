import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { FaultProxy } from './fault-proxy.ts'

/** A client at one end, an echo at the other. */
const setUp = async (t: TestContext) => {
  const clock = new VirtualClock()
  const heard: number[] = []
  const echo = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => heard.push(...bytes))
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const proxy = await new FaultProxy({ targetPort: (echo.address() as AddressInfo).port, clock }).start()
  const client = connect(proxy.port, '127.0.0.1')
  const got: number[] = []
  client.on('data', (bytes) => got.push(...Buffer.from(bytes)))
  client.on('error', () => {})
  await once(client, 'connect')
  t.after(async () => {
    client.destroy()
    await proxy.stop()
    echo.close()
  })
  return { clock, proxy, client, heard, got }
}
const isGone = (socket: Socket) => socket.closed || once(socket, 'close')

test('without faults everything passes', async (t) => {
  const { client, got } = await setUp(t)
  client.write(Uint8Array.of(1, 2, 3))
  await until(() => got.length === 3)
  assert.deepEqual(got, [1, 2, 3])
})

for (const direction of ['request', 'response'] as const) {
  test(`${direction}: cut at every byte`, async (t) => {
    for (const cutAt of [0, 1, 2]) {
      const { proxy, client, heard, got } = await setUp(t)
      proxy.set({ [direction]: { cutAt } })
      client.write(Uint8Array.of(1, 2, 3))
      await isGone(client)
      assert.deepEqual(got, direction === 'request' ? got.slice(0, cutAt) : [1, 2, 3].slice(0, cutAt))
      assert.deepEqual(heard, direction === 'request' ? heard.slice(0, cutAt) : [1, 2, 3])
    }
  })

  test(`${direction}: deaf, corrupt`, async (t) => {
    const { proxy, client, got } = await setUp(t)
    proxy.set({ [direction]: { deafAt: 2, corruptAt: 1 } })
    client.write(Uint8Array.of(1, 2, 3))
    await until(() => got.length === 2)
    proxy.set({})
    client.write(Uint8Array.of(4))
    await until(() => got.length === 3)
    assert.deepEqual(got, [1, 0xfd, 4])
  })

  test(`${direction}: delayed, byte by byte`, async (t) => {
    const { clock, proxy, client, got } = await setUp(t)
    proxy.set({ [direction]: { delayMs: 100, dripMs: 10 } })
    client.write(Uint8Array.of(1, 2, 3))
    await until(() => clock.pending === 3)
    assert.deepEqual(got, [])
    clock.advance(100)
    await until(() => got.length === 1)
    clock.advance(20)
    await until(() => got.length === 3)
    assert.deepEqual(got, [1, 2, 3])
  })
}
