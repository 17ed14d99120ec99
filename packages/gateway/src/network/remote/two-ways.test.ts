import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { DialOptions } from '@busbar/modbus/net'
import type { UplinkAddresses } from '../paths.rules.ts'
import { Paths } from '../paths.ts'
import { MirrorServer, setUpRemote } from './testing/remote.ts'

const gsm = { ip: '10.1.2.3', dnsServers: ['9.9.9.9'] }

test('uses the other path when the preferred one fails, and reports it in the state', async (t) => {
  const clock = new VirtualClock()
  const by: (string | undefined)[] = []
  const dial = async ({ localAddress }: DialOptions): Promise<MirrorServer> => {
    by.push(localAddress)
    if (localAddress !== gsm.ip) throw new Error('no route')
    return new MirrorServer('tcp', clock, () => 0)
  }
  const paths = new Paths(() => ({ eth: '192.168.1.7', gsm }))
  const { servers } = await setUpRemote(t, [{ connMode: 1 }, { connMode: 3, ip: '192.0.2.2' }], { clock, dial, paths })
  await clock.advanceAsync(0)
  assert.equal(by.filter((address) => address === '192.168.1.7').length, 2)
  assert.equal(by.filter((address) => address === gsm.ip).length, 1)
  assert.deepEqual(
    servers.status().map(({ state, interface: way }) => [state, way]),
    [
      ['connected', 'gsm'],
      ['waiting', null],
    ],
  )
})

test('a server for GSM only waits until GSM is available', async (t) => {
  const clock = new VirtualClock()
  let ways: UplinkAddresses = { eth: '192.168.1.7', gsm: null }
  const paths = new Paths(() => ways)
  const dial = async (): Promise<MirrorServer> => new MirrorServer('tcp', clock, () => 0)
  const { servers, dials } = await setUpRemote(t, [{ connMode: 4 }], { clock, dial, paths })
  await clock.advanceAsync(600_000)
  assert.deepEqual([servers.status()[0]?.state, dials], ['waiting', []])
  ways = { ...ways, gsm }
  paths.check()
  await clock.advanceAsync(0)
  assert.deepEqual([servers.status()[0]?.state, servers.status()[0]?.interface], ['connected', 'gsm'])
})
