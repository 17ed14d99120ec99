import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { History, Poll } from '@busbar/readings'
import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { TestReceiver } from '../testing/receiver.ts'
import { RemoteWriteConnector, type RemoteWriteOptions } from './remote-write-connector.ts'
import { remoteWriteSettings } from './settings.ts'

const orgId = 1
const paramIds = [11, 12]
const startOn = Date.UTC(2026, 0, 1)
const [first, second] = [startOn + 1000, startOn + 2000]

test('a poll that is recorded while what was missed is read arrives whole', async (t) => {
  const receiver = new TestReceiver()
  const url = await receiver.start()
  t.after(() => receiver.stop())
  const params = paramIds.map(
    (id) => [id, { id, slug: `p${id}`, name: 'P', unit: 'V', valueType: 'u16' } as ConnectedParam] as const,
  )
  const device = {
    id: 5,
    slug: 'meter',
    name: 'Meter',
    net: 'hall',
    netName: 'Hall',
    params: new Map(params),
  } as unknown as ConnectedDevice
  const stored = [first]
  const poll: Poll = {
    orgId,
    deviceId: device.id,
    readOn: second,
    params: paramIds.map((id) => ({ id, valueType: 'u16' })),
    values: [1, 1],
    texts: null,
    errors: null,
  }
  const clock = new VirtualClock()
  const connector = new RemoteWriteConnector({
    connector: {
      id: 1,
      orgId,
      name: 'P',
      settings: remoteWriteSettings.parse({ url }),
      password: null,
      clientKey: null,
    },
    find: (host: string) => Promise.resolve(host),
    clock,
    now: () => new Date(second + 1000),
    random: () => 0,
    history: {
      async *allRaw(_org, wanted, from, till) {
        for (const paramId of wanted) {
          // Between the two parameters.
          if (paramId === paramIds[1] && stored.length === 1) {
            stored.push(second)
            connector.readings(poll)
          }
          const times = Float64Array.from(stored.filter((time) => time >= from && time <= till))
          yield { paramId, readings: { times, values: times.map(() => 1) }, gaps: [] }
        }
      },
    } satisfies Pick<History, 'allRaw'>,
    devices: () => Promise.resolve(new Map([[device.id, device]])),
    recorded: () => Promise.resolve(new Map([[device.id, stored.at(-1) ?? 0]])),
    positions: { [device.id]: startOn },
    storePositions: () => Promise.resolve(),
    log: { info: () => {} },
  } satisfies RemoteWriteOptions)
  connector.start()
  t.after(() => connector.stop())
  const samples = (): string[] =>
    receiver.samples
      .filter(({ series }) => series.startsWith('busbar_reading'))
      .map(({ series, time }) => `${/param=(\w+)/.exec(series)?.[1]} ${time - startOn}`)
  await until(() => {
    clock.advance(1000)
    return samples().length >= 3
  })
  await connector.stop()
  assert.deepEqual(samples().toSorted(), ['p11 1000', 'p11 2000', 'p12 1000', 'p12 2000'])
})
