import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBoxConf } from '../box-conf.ts'
import { ModemAddress } from './modem-address.ts'
import { netRequest } from './requests.ts'

const config = { address: '10.64.1.9', prefix: 30, gateway: '10.64.1.10', mtu: 1430 }
const request = { verb: 'modem-address', interface: 'wwan0', config }

/** Returns the commands that the helper runs for a request. */
const ranBy = async (input: object, conf = ''): Promise<string[]> => {
  const ran: string[] = []
  const run = async ({ program, args }: { program: string; args: readonly string[] }): Promise<string> => {
    ran.push([program, ...args].join(' '))
    return ''
  }
  const parsed = netRequest.parse(input)
  assert.equal(parsed.verb, 'modem-address')
  await new ModemAddress({ conf: () => parseBoxConf(conf), run }).set(parsed)
  return ran
}

for (const [what, input, ...ran] of [
  [
    'an address comes',
    request,
    'ip address flush dev wwan0',
    'ip link set wwan0 mtu 1430 up',
    'ip address replace 10.64.1.9/30 dev wwan0',
    'ip -4 route replace default via 10.64.1.10 dev wwan0 metric 700',
  ],
  [
    'a line without a gateway',
    { ...request, interface: 'wwp0s20u4i4', config: { ...config, gateway: null, mtu: null } },
    'ip address flush dev wwp0s20u4i4',
    'ip link set wwp0s20u4i4 up',
    'ip address replace 10.64.1.9/30 dev wwp0s20u4i4',
    'ip -4 route replace default dev wwp0s20u4i4 metric 700',
  ],
  ['it goes', { ...request, config: null }, 'ip address flush dev wwan0', 'ip link set wwan0 down'],
] as const)
  test(what, async () => assert.deepEqual(await ranBy(input), ran))

for (const [what, input, conf] of [
  ['another interface', { ...request, interface: 'eth0' }, ''],
  ['an interface that is an option', { ...request, interface: 'wwan0 up' }, ''],
  ['no address', { ...request, config: { ...config, address: '127.0.0.1' } }, ''],
  ['a mask of everything', { ...request, config: { ...config, prefix: 0 } }, ''],
  ['a gateway that is none', { ...request, config: { ...config, gateway: 'default' } }, ''],
  ['more than is known', { ...request, metric: 1 }, ''],
  ['the Ethernet of this box', { ...request, interface: 'usb0' }, 'ethernet=usb0'],
  ['a box whose owner wants no modem', request, 'modem=off'],
] as const)
  test(`${what} is refused`, () => assert.rejects(ranBy(input, conf)))
