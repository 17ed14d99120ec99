import { isIPv4 } from 'node:net'
import { boxConfWith, choose, offer, refuse, type SetupTools, textOf } from './tools.ts'

/** As `ip -j addr show dev eth0` prints it. */
interface AddressFacts {
  readonly ifname?: string
  readonly address?: string
  readonly permaddr?: string
  readonly addr_info?: readonly {
    readonly family?: string
    readonly local?: string
    readonly prefixlen?: number
    readonly dynamic?: boolean
  }[]
}

const dnsMax = 4

const maskOf = (prefix: number): string =>
  [0, 8, 16, 24].map((at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - at)))).join('.')

/** Returns name servers that other programs can use: not those on this machine. */
const serversIn = (resolvConf: string): string[] =>
  Array.from(resolvConf.matchAll(/^\s*nameserver\s+(\S+)/gm), ([, one = '']) => one).filter(
    (one) => isIPv4(one) && !one.startsWith('127.'),
  )

/** The setting `ethernet` that leaves the interface as it is. */
export const ethernetNow = (
  { address: mac = '', permaddr, addr_info: all = [] }: AddressFacts,
  routes: readonly { readonly gateway?: string }[],
  resolvConf: string,
): object => {
  const own = all.find(({ family }) => family === 'inet')
  const gate = routes.find(({ gateway }) => gateway !== undefined)?.gateway ?? ''
  const isOther = permaddr !== undefined && permaddr.toLowerCase() !== mac.toLowerCase()
  const macManual = isOther ? { macManualEnable: true, macManual: mac } : { macManualEnable: false }
  if (own?.local === undefined || own.dynamic === true)
    return { dhcpEnable: true, dnssGateEnable: false, ipDnss: [], ...macManual }
  const dns = serversIn(resolvConf).slice(0, dnsMax)
  const dnssGateEnable = gate !== '' && dns[0] === gate
  return {
    dhcpEnable: false,
    ip: own.local,
    mask: maskOf(own.prefixlen ?? 24),
    gate,
    dnssGateEnable,
    ipDnss: dnssGateEnable ? dns.slice(1) : dns,
    ...macManual,
  }
}

/** Assigns an interface to the gateway, with its current settings. */
export const setUpEthernet = async (tools: SetupTools, name?: string): Promise<void> => {
  if (name === 'none') return leaveEthernet(tools)
  const all = await interfaces(tools)
  const chosen =
    name === undefined
      ? await choose(
          tools,
          'The interface',
          all,
          ({ ifname = '' }) => ifname,
          ({ addr_info: addresses = [] }) => addresses[0]?.local ?? '',
        )
      : (all.find(({ ifname }) => ifname === name) ?? refuse(`there is no wired interface ${name}`))
  if (chosen?.ifname === undefined) return
  if (!(await isManaged(tools, chosen.ifname))) return explain(tools, chosen.ifname)
  const routes = await ip<{ gateway?: string }>(tools, 'route', 'show', 'default', 'dev', chosen.ifname)
  const resolvConf = textOf(tools, '/run/systemd/resolve/resolv.conf') || textOf(tools, '/etc/resolv.conf')
  const settings = ethernetNow(chosen, routes, resolvConf)
  tools.print(`As it is now: ${JSON.stringify(settings)}`)
  const change = boxConfWith(tools, 'ethernet', chosen.ifname)
  if (!(await offer(tools, change, () => tools.adopt(settings)))) return
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(`The settings ethernet of the gateway are those of ${chosen.ifname}.`)
}

const leaveEthernet = async (tools: SetupTools): Promise<void> => {
  if (!(await offer(tools, boxConfWith(tools, 'ethernet', '')))) return
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(
    'The interface stays as it is; what the gateway made of it is in /etc/systemd/network or in NetworkManager.',
  )
}

const ip = async <T>(tools: SetupTools, ...args: string[]): Promise<T[]> =>
  JSON.parse((await tools.run('ip', '-j', '-4', ...args)) || '[]') as T[]

/** Wired ones, as a cable is what the settings are about. */
const interfaces = async (tools: SetupTools): Promise<AddressFacts[]> =>
  (await ip<AddressFacts>(tools, 'addr')).filter(({ ifname = '' }) => /^(eth|en)/.test(ifname))

const busctl = (tools: SetupTools, ...args: string[]): Promise<string> =>
  tools.run('busctl', '--system', '--auto-start=no', '--json=short', ...args).catch(() => '')

/** True if NetworkManager or systemd-networkd manages the interface. */
const isManaged = async (tools: SetupTools, name: string): Promise<boolean> => {
  const nm = 'org.freedesktop.NetworkManager'
  const device = await busctl(tools, 'call', nm, '/org/freedesktop/NetworkManager', nm, 'GetDeviceByIpIface', 's', name)
  if (device !== '') {
    const [path = ''] = (JSON.parse(device) as { data: string[] }).data
    if ((await busctl(tools, 'get-property', nm, path, `${nm}.Device`, 'Managed')).includes('true')) return true
  }
  const network1 = 'org.freedesktop.network1'
  const [at, face] = ['/org/freedesktop/network1', `${network1}.Manager`]
  const link = await busctl(tools, 'call', network1, at, face, 'GetLinkByName', 's', name)
  if (link === '') return false
  const [, path] = (JSON.parse(link) as { data: [number, string] }).data
  const state = await busctl(tools, 'get-property', network1, path, `${network1}.Link`, 'AdministrativeState')
  return state !== '' && !state.includes('unmanaged')
}

const explain = (tools: SetupTools, name: string): void => {
  tools.print(`Neither NetworkManager nor systemd-networkd manages ${name}. To give it to systemd-networkd:`)
  tools.print(
    `  printf '[Match]\\nName=${name}\\n[Network]\\nDHCP=ipv4\\n' | sudo tee /etc/systemd/network/20-${name}.network`,
  )
  tools.print(`  sudo mv /etc/network/interfaces /etc/network/interfaces.before   # or the file that dhcpcd has`)
  tools.print('  sudo systemctl enable --now systemd-networkd   # then run this again')
}
