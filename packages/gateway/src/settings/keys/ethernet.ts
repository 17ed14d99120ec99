import { atMost, ip, ipOrNone, macOrNone, mask, yesNo } from '../fields.ts'
import { atRestart, fields, inB, setting } from '../setting.ts'

export const ethernet = setting({
  about: 'Ethernet interface',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    dhcpEnable: yesNo,
    dhcpKeepAddressEnable: inB(yesNo),
    dhcpAggressiveRenewEnable: inB(yesNo),
    macManualEnable: yesNo,
    dnssGateEnable: yesNo,
    ip,
    mask,
    gate: ipOrNone,
    ipDnss: atMost(4, ip),
    macManual: macOrNone,
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
