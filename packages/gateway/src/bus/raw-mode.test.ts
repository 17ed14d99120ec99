import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { SerialLine } from '@busbar/simulator'
import { bench } from './testing/line.ts'

/** Both ends of a connection without time. */
const connection = () => {
  const cable = new SerialLine({ clock: new VirtualClock(), baud: Number.POSITIVE_INFINITY })
  return { client: cable.attach(), server: cable.attach() }
}

test('bytes pass both ways between one client and the line', async () => {
  const on = await bench({ devices: false, settings: { hdxMode: 2 } })
  const far = on.line.attach()
  const [atFar, atClient]: [number[], number[]] = [[], []]
  far.on('data', (bytes) => atFar.push(...bytes))
  const { client, server } = connection()
  client.on('data', (bytes) => atClient.push(...bytes))
  assert.equal(on.bus.raw.attach(server), true)
  assert.equal(on.bus.raw.attach(connection().server), false, 'one at a time')
  client.write(Uint8Array.of(1, 2, 3))
  await on.clock.advanceAsync(50)
  far.write(Uint8Array.of(4, 5, 6))
  await on.clock.advanceAsync(50)
  assert.deepEqual(
    [atFar, atClient],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  )
  on.port().unplug()
  await on.clock.advanceAsync(0)
  client.write(Uint8Array.of(9))
  await on.clock.advanceAsync(200)
  client.write(Uint8Array.of(7))
  await on.clock.advanceAsync(50)
  assert.deepEqual(atFar, [1, 2, 3, 7], 'the client outlives the port')
  client.destroy()
  server.destroy()
  await on.clock.advanceAsync(1)
  assert.equal(on.bus.raw.attach(connection().server), true)
})

test('gives no client the port in other modes, and revokes it when the mode changes', async () => {
  const on = await bench({ devices: false })
  assert.equal(on.bus.raw.attach(connection().server), false)
  const settings = { ...on.bus.status().line, delayForRtuQ: 0, delayForRtuMs: 0, delayForAsciiMs: 0 }
  await on.bus.apply({ ...settings, hdxMode: 2 })
  const { server } = connection()
  let isClosed = false
  server.on('close', () => (isClosed = true))
  assert.equal(on.bus.raw.attach(server), true)
  await on.bus.apply({ ...settings, hdxMode: 1 })
  await on.clock.advanceAsync(1)
  assert.equal(isClosed, true)
})
