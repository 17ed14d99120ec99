import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { listen } from '@busbar/modbus/net'
import { TcpServer, type TcpServerSettings } from './tcp-server.ts'

const host = '127.0.0.1'

test('retries a used port with growing delays up to half a minute, and a changed port at once', async (t) => {
  const taken = () => listen({ host, port: 0, envelope: 'tcp', handler: () => undefined })
  const [one, other] = [await taken(), await taken()]
  t.after(() => Promise.all([one.close(), other.close()]))
  const clock = new VirtualClock()
  const waits: unknown[] = []
  const note = (details: object): void => void waits.push((details as { retryMs: number }).retryMs)
  const settingsFor = (ethListenPort: number): TcpServerSettings => ({
    ethListenPort,
    delayForKeepaliveSec: 60,
    ethClientsProtocol: 2,
  })
  const server = new TcpServer({
    settings: settingsFor(one.port),
    listenAddress: { host },
    gate: { isOpen: true, ask: async () => undefined },
    clock,
    log: { warn: note, error: note },
  })
  await server.start()
  t.after(() => server.stop())
  const expected = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
  for (const [at, waitMs] of expected.entries()) {
    await until(() => waits.length > at)
    clock.advance(waitMs)
  }
  await until(() => waits.length > expected.length)
  assert.deepEqual(waits.splice(0), [...expected, 30_000])
  await server.apply(settingsFor(other.port))
  assert.deepEqual(waits.splice(0), [1000])
  await server.apply(settingsFor(0))
  assert.equal(server.status().isActive, true)
  await server.apply(settingsFor(one.port))
  assert.deepEqual(waits, [1000])
})
