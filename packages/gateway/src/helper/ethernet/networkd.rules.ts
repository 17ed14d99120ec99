import type { InterfaceSettings } from '../../system/root-helper/requests.ts'

/** An interface as systemd-networkd is told of it. IPv6 stays as networkd has it without being asked. */
export const networkFile = (name: string, settings: InterfaceSettings): string => {
  const { dhcp, keepAddress, address, prefix, router, dns, isDnsOnly, mac } = settings
  const sections: [title: string, lines: string[]][] = [
    ['Match', [`Name=${name}`]],
    ['Link', mac === null ? [] : [`MACAddress=${mac}`]],
    [
      'Network',
      [
        ...(dhcp ? ['DHCP=ipv4'] : ['DHCP=no', `Address=${address}/${prefix}`]),
        ...(dhcp || router === null ? [] : [`Gateway=${router}`]),
        ...(dhcp && keepAddress ? ['KeepConfiguration=dhcp'] : []),
        ...dns.map((one) => `DNS=${one}`),
      ],
    ],
    ['DHCPv4', dhcp && isDnsOnly ? ['UseDNS=no'] : []],
  ]
  const text = sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`[${title}]`, ...lines, '']))
  return ['# Made by the Busbar field gateway from its settings `ethernet`.', ...text].join('\n')
}

/** The same with other DNS servers; they are the last of their section. */
export const withDns = (file: string, dns: readonly string[]): string => {
  const others = file.split('\n').filter((line) => !line.startsWith('DNS='))
  const end = others.indexOf('', others.indexOf('[Network]'))
  return others.toSpliced(end, 0, ...dns.map((one) => `DNS=${one}`)).join('\n')
}
