import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { testFolder } from '../../testing/folder.ts'
import { startProgram } from '../../testing/program.ts'

interface HelperRequest {
  readonly verb: string
  readonly settings?: Record<string, unknown>
}

/** A box with an assigned interface; the test acts as its helper. API requests arrive by that interface. */
const boxOf = async (t: TestContext, reached = true) => {
  const folder = testFolder(t)
  const [box, helper] = [join(folder, 'box.conf'), join(folder, 'root.sock')]
  writeFileSync(box, 'ethernet=none0\n')
  const requests: HelperRequest[] = []
  const server = createServer((socket) => {
    socket.once('data', (line) => {
      requests.push(JSON.parse(String(line)) as HelperRequest)
      socket.end('{}\n')
    })
  }).listen(helper)
  await once(server, 'listening')
  t.after(() => server.close())
  const interfaceAddresses = (name?: string): string[] => (name === undefined || !reached ? [] : ['127.0.0.1'])
  const program = await startProgram(
    t,
    { interfaceAddresses, readLease: async () => ({ validSec: 600, router: '10.0.0.1' }) },
    { box, helper },
  )
  /** Until the helper was asked for so many things. */
  const verbsAfter = async (count: number): Promise<string[]> => {
    await until(() => requests.length >= count)
    return requests.map(({ verb }) => verb)
  }
  return { program, requests, verbsAfter }
}

const settingsIn = async (t: TestContext, ethernet: object): Promise<Record<string, unknown>> => {
  const { program, requests, verbsAfter } = await boxOf(t)
  await verbsAfter(2)
  requests.splice(0)
  await program.set({ ethernet })
  assert.deepEqual(await verbsAfter(2), ['ethernet-try', 'ethernet-keep'])
  return requests[0]?.settings ?? {}
}

const fixed = { dhcpEnable: false, ip: '10.0.0.5', mask: '255.255.240.0', gate: '10.0.0.1' }

test('ethernet.dhcpEnable, ethernet.ip, ethernet.mask, ethernet.gate: the interface is given them, and who logs in keeps them', async (t) => {
  const { dhcp, address, prefix, router } = await settingsIn(t, fixed)
  assert.deepEqual([dhcp, address, prefix, router], [false, '10.0.0.5', 20, '10.0.0.1'])
})

test('ethernet.dhcpKeepAddressEnable, ethernet.dnssGateEnable: both reach the system', async (t) => {
  const off = await settingsIn(t, { ...fixed, dhcpKeepAddressEnable: false, dnssGateEnable: false })
  assert.deepEqual([off['keepAddress'], off['dns']], [false, []])
  const on = await settingsIn(t, { ...fixed, dnssGateEnable: true, ipDnss: ['9.9.9.9'] })
  assert.deepEqual([on['keepAddress'], on['dns'], on['isDnsOnly']], [true, ['10.0.0.1', '9.9.9.9'], true])
})

test('ethernet.macManualEnable, ethernet.macManual: the interface has another MAC', async (t) => {
  const macManual = '02-AB-00-00-00-01'
  assert.equal((await settingsIn(t, { ...fixed, macManual, macManualEnable: true }))['mac'], '02:ab:00:00:00:01')
  assert.equal((await settingsIn(t, { ...fixed, macManual }))['mac'], null)
})

test('ethernet.dhcpAggressiveRenewEnable: a lease is renewed at a tenth of its time', async (t) => {
  const { program, requests, verbsAfter } = await boxOf(t)
  await verbsAfter(2)
  requests.splice(0)
  await program.set({ ethernet: { dhcpAggressiveRenewEnable: true } })
  await verbsAfter(2)
  await until(async () => {
    await program.clock.advanceAsync(1000)
    return requests.length >= 4
  })
  assert.deepEqual(
    requests.slice(2),
    Array.from({ length: 2 }, () => ({ verb: 'ethernet-renew', isRenewed: true, dns: ['10.0.0.1'] })),
  )
})

test('unconfirmed settings are saved and not active', async (t) => {
  const { program, verbsAfter } = await boxOf(t, false)
  await verbsAfter(1)
  await program.clock.advanceAsync(121_000)
  await program.set({ ethernet: fixed })
  assert.deepEqual(await verbsAfter(2), ['ethernet-try', 'ethernet-try'])
  await program.clock.advanceAsync(121_000)
  const { settings } = (await program.admin().get('state/get/?settings')) as { settings: { isUserModified: boolean } }
  assert.equal(settings.isUserModified, false, 'a box that was never adopted has nothing to go back to')
})
