import { atMost, ip, ipOrNone, macOrNone, mask, yesNo } from '../fields.ts'
import { atRestart, fields, inB, setting } from '../setting.ts'

export const ethernet = setting({
  about: 'Ethernet interface',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    dhcpEnable: yesNo.describe('Whether the address comes by DHCP.'),
    dhcpKeepAddressEnable: inB(yesNo.describe('Whether a leased address is kept until there is a new one.')),
    dhcpAggressiveRenewEnable: inB(yesNo.describe('Whether leases are renewed earlier than at half of their time.')),
    macManualEnable: yesNo.describe('Whether `macManual` is used.'),
    dnssGateEnable: yesNo.describe('Whether the gateway address is the first DNS server.'),
    ip: ip.describe('Address without DHCP.'),
    mask: mask.describe('Mask without DHCP.'),
    gate: ipOrNone.describe('Address of the router without DHCP; empty for none.'),
    ipDnss: atMost(4, ip).describe('DNS servers, at most 4.'),
    macManual: macOrNone.describe('MAC to use; empty for none.'),
  }),
  initial: {
    dhcpEnable: true,
    dhcpKeepAddressEnable: true,
    dhcpAggressiveRenewEnable: false,
    macManualEnable: false,
    dnssGateEnable: true,
    ip: '192.168.1.100',
    mask: '255.255.255.0',
    gate: '192.168.1.1',
    ipDnss: [],
    macManual: '',
  },
  check: ({ macManualEnable, macManual }) =>
    macManualEnable && macManual === '' ? 'macManual: needed where macManualEnable is true' : undefined,
})
