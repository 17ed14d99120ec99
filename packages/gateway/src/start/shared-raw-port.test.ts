import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ByteStream } from '@busbar/modbus'
import { SharedRawPort } from './shared-raw-port.ts'

/** A port in raw mode; `client` is its owner. */
const rawPort = () => {
  const port = {
    isOn: true,
    client: undefined as ByteStream | undefined,
    attach(client: ByteStream) {
      port.client = client
      return true
    },
  }
  return port
}

test('bytes go both ways, and a full port asks for a pause', () => {
  const port = rawPort()
  const near = new SharedRawPort(port).open() ?? assert.fail()
  const far = port.client ?? assert.fail()
  const events: string[] = []
  near.on('data', (bytes) => events.push(`near ${String(bytes)}`))
  near.on('drain', () => events.push('drain'))
  far.on('data', (bytes) => events.push(`far ${String(bytes)}`))
  assert.equal(near.write(Buffer.from('ask')), true)
  assert.equal(far.write(Buffer.from('answer')), true)
  far.pause?.()
  assert.equal(near.write(Buffer.from('more')), false)
  far.resume?.()
  far.resume?.()
  assert.deepEqual(events, ['far ask', 'near answer', 'far more', 'drain'])
})

test('all share one door while it is open; after it there is another, or none', () => {
  const port = rawPort()
  const shared = new SharedRawPort(port)
  const first = shared.open()
  assert.ok(first)
  assert.equal(shared.open(), first)
  let closed = 0
  first.on('close', () => (closed += 1))
  port.client?.destroy()
  first.destroy()
  assert.equal(closed, 1)
  const second = shared.open()
  assert.notEqual(second, first)
  port.client?.destroy()
  port.isOn = false
  assert.equal(shared.open(), null)
})
