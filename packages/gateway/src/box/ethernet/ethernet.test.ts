import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { ethernet } from '../../settings/keys/network.ts'
import { interfaceSettings } from '../helper-requests.ts'
import { EthernetTrial } from './ethernet-trial.ts'
import { LeaseWatch } from './lease-watch.ts'
import { EthernetMemory } from './memory.ts'
import { dnsOf, type EthernetSettings, interfaceSettingsOf, isReachedAt, leaseOf } from './settings.rules.ts'

const old: EthernetSettings = ethernet.initial
const wanted: EthernetSettings = { ...old, dhcpEnable: false, ip: '10.0.0.5', mask: '255.255.240.0', gate: '10.0.0.1' }

/** A disk that outlives gateways, the system as it is asked, and a gateway that starts now. */
const site = () => {
  const files = new Map<string, Buffer>()
  const folder = {
    read: (name: string) => files.get(name),
    save: (name: string, content: string | Uint8Array) => void files.set(name, Buffer.from(content)),
  }
  const verbs: string[] = []
  const begin = async (settings: EthernetSettings, { isProven = (): boolean => false, fails = '' } = {}) => {
    const clock = new VirtualClock(0)
    const memory = new EthernetMemory(folder)
    let used: EthernetSettings = settings
    let settled = 0
    const trial = new EthernetTrial({
      settings,
      memory,
      confirmSec: 120,
      ask: async ({ verb }) => {
        verbs.push(verb)
        if (verb === fails) throw new Error('nobody manages eth0')
      },
      router: async () => null,
      use: (current) => void (used = current),
      isCloudProven: isProven,
      onSettled: () => void (settled += 1),
      clock,
      log: { info: () => {}, warn: () => {} },
    })
    await trial.start()
    return { clock, memory, trial, used: () => used, settled: () => settled }
  }
  return { verbs, begin, adopt: () => new EthernetMemory(folder).confirm(old) }
}

test('an interface that is as it was confirmed is not touched', async () => {
  const { verbs, begin, adopt } = site()
  adopt()
  const { settled } = await begin(old)
  assert.deepEqual([verbs, settled()], [[], 1])
})

test('other settings are tried, confirmed and kept for good', async () => {
  const { verbs, begin, adopt } = site()
  adopt()
  const { trial, clock, settled } = await begin(wanted)
  await clock.advanceAsync(119_000)
  await trial.confirm()
  await trial.confirm()
  await clock.advanceAsync(600_000)
  assert.deepEqual([verbs, settled()], [['ethernet-try', 'ethernet-keep'], 1])
  assert.deepEqual([(await begin(wanted)).used(), verbs.length], [wanted, 2])
})

test('keeps the old settings when no client confirms, even after a restart or a power cut', async () => {
  const { verbs, begin, adopt } = site()
  adopt()
  const first = await begin(wanted)
  await first.clock.advanceAsync(121_000)
  assert.deepEqual(first.used(), old)
  await first.trial.confirm()
  assert.deepEqual((await begin(wanted)).used(), old)
  const cut = await begin({ ...wanted, ip: '10.0.0.6' })
  await cut.trial.stop()
  assert.deepEqual((await begin({ ...wanted, ip: '10.0.0.6' })).used(), old)
  assert.deepEqual(verbs, ['ethernet-try', 'ethernet-try'])
})

test('a reboot by command tries them again', async () => {
  const { verbs, begin, adopt } = site()
  adopt()
  const { memory, clock } = await begin(wanted)
  await clock.advanceAsync(121_000)
  memory.forgetRefused()
  await begin(wanted)
  assert.deepEqual(verbs, ['ethernet-try', 'ethernet-try'])
})

test('a cloud that is reached again confirms them', async () => {
  const { verbs, begin, adopt } = site()
  adopt()
  let isProven = false
  const { clock } = await begin(wanted, { isProven: () => isProven })
  await clock.advanceAsync(60_000)
  assert.deepEqual(verbs, ['ethernet-try'])
  isProven = true
  await clock.advanceAsync(2000)
  assert.deepEqual(verbs, ['ethernet-try', 'ethernet-keep'])
})

test('leaves an unmanaged interface alone and keeps the settings', async () => {
  const { begin, adopt } = site()
  adopt()
  const { used, clock, trial } = await begin(wanted, { fails: 'ethernet-try' })
  assert.deepEqual(used(), old)
  await trial.confirm()
  await clock.advanceAsync(600_000)
})

test('sends the helper only requests that it accepts, for every setting that can be saved', () => {
  const rows: Partial<EthernetSettings>[] = [
    {},
    { macManualEnable: true, macManual: '02-AB-CD-EF-00-01' },
    { dhcpEnable: false, gate: '' },
    { dhcpEnable: false, ipDnss: ['9.9.9.9', '8.8.8.8', '1.1.1.1', '4.4.4.4'] },
  ]
  for (const row of rows) {
    const settings = interfaceSettingsOf({ ...old, ...row }, '10.0.0.1')
    assert.deepEqual(interfaceSettings.parse(settings), settings)
  }
  assert.deepEqual(interfaceSettingsOf({ ...wanted, ...rows[1] }, null), {
    dhcp: false,
    keepAddress: true,
    address: '10.0.0.5',
    prefix: 20,
    router: '10.0.0.1',
    dns: ['10.0.0.1'],
    isDnsOnly: false,
    mac: '02:ab:cd:ef:00:01',
  })
})

test('the router is the first DNS server where that is wanted and it is known', () => {
  const dns = (row: Partial<EthernetSettings>, router: string | null): string[] => dnsOf({ ...old, ...row }, router)
  assert.deepEqual(dns({ ipDnss: ['9.9.9.9'] }, '10.0.0.1'), ['10.0.0.1', '9.9.9.9'])
  assert.deepEqual(dns({ ipDnss: ['9.9.9.9'] }, null), ['9.9.9.9'])
  assert.deepEqual(dns({ ipDnss: ['9.9.9.9'], dnssGateEnable: false }, '10.0.0.1'), ['9.9.9.9'])
  assert.deepEqual(dns({ ipDnss: ['10.0.0.1'] }, '10.0.0.1'), ['10.0.0.1'])
  assert.deepEqual(dns({ dhcpEnable: false, gate: '192.168.1.1' }, '10.0.0.1'), ['192.168.1.1'])
})

test('a lease is what the system has for a time', () => {
  const address = (facts: object) => [{ addr_info: [facts] }]
  const routes = [{}, { gateway: '10.0.0.1' }]
  assert.deepEqual(leaseOf(address({ dynamic: true, valid_life_time: 600 }), routes), {
    validSec: 600,
    router: '10.0.0.1',
  })
  assert.deepEqual(leaseOf(address({ valid_life_time: 4_294_967_295 }), []), { validSec: null, router: null })
  assert.deepEqual(leaseOf([], []), { validSec: null, router: null })
})

test('only who comes from elsewhere to an address of the interface has reached it', () => {
  const isOwn = (address: string): boolean => ['10.0.0.5', '127.0.0.1'].includes(address)
  const rows: [local: string, remote: string, isReached: boolean][] = [
    ['10.0.0.5', '10.0.0.77', true],
    ['::ffff:10.0.0.5', '::ffff:10.0.0.77', true],
    ['10.0.0.5', '10.0.0.5', false],
    ['127.0.0.1', '127.0.0.1', false],
    ['192.168.1.100', '192.168.1.7', false],
  ]
  for (const [localAddress, remoteAddress, isReached] of rows)
    assert.equal(isReachedAt(['10.0.0.5'], isOwn, { localAddress, remoteAddress }), isReached)
})

const watching = async (row: Partial<EthernetSettings>, validSec: number | null, minutes: number) => {
  const clock = new VirtualClock(0)
  const renewals: string[] = []
  let router = '10.0.0.1'
  const watch = new LeaseWatch({
    settings: { ...old, ...row },
    lease: async () => ({ validSec, router }),
    ask: async (request) => {
      if (request.verb === 'ethernet-renew')
        renewals.push(`${clock.now() / 1000} ${request.isRenewed} ${request.dns.join()}`)
    },
    clock,
    log: { warn: () => {} },
  })
  watch.start()
  await clock.advanceAsync(minutes * 60_000)
  router = '10.0.0.2'
  await clock.advanceAsync(minutes * 60_000)
  await watch.stop()
  await clock.advanceAsync(minutes * 60_000)
  return renewals
}

test('a lease is renewed at a tenth of its time, and never more often than twice a minute', async () => {
  const aggressive = { dhcpAggressiveRenewEnable: true, dnssGateEnable: false }
  assert.deepEqual(await watching(aggressive, 600, 2), ['30 true ', '90 true ', '150 true ', '210 true '])
  assert.equal((await watching(aggressive, 60, 2)).length, 8)
  assert.deepEqual(await watching(aggressive, null, 2), [])
  assert.deepEqual(await watching({ ...aggressive, dhcpEnable: false }, 600, 2), [])
})

test('a lease that has another router gives another first DNS server', async () => {
  assert.deepEqual(await watching({ dnssGateEnable: true }, 600, 5), ['30 false 10.0.0.1', '330 false 10.0.0.2'])
})
