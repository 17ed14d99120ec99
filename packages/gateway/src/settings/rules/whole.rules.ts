import { doOverlap, networkAround, networkText, parseNetwork, prefixOf } from '@busbar/uplink/network'
import { problemOf, SettingsProblem } from '../problem.ts'
import { type Settings, settingKeys, settings } from '../table.ts'
import { remoteHostProblem } from './addresses.rules.ts'

/** Ports on which the gateway would listen: two listeners cannot share one. */
const listeners = ({ httpd, ownSrv, fwd }: Settings): [path: string, port: string][] => [
  ['httpd.port', `tcp ${httpd.port}`],
  ['ownSrv.ethListenPort', `tcp ${ownSrv.ethListenPort}`],
  ...fwd.flatMap(({ listenPort, isUdp }, at): [string, string][] =>
    listenPort === null ? [] : [[`fwd.${at}.listenPort`, `${isUdp ? 'udp' : 'tcp'} ${listenPort}`]],
  ),
]

/** Throws where settings that are fine one by one are not so together. */
export const checkTogether = (all: Settings): void => {
  for (const key of settingKeys) {
    const problem = settings[key].check?.(all[key])
    if (problem !== undefined) throw new SettingsProblem('value', `${key}.${problem}`)
  }
  const taken = new Map<string, string>()
  for (const [path, port] of listeners(all)) {
    const other = taken.get(port)
    if (other !== undefined) throw new SettingsProblem('value', `${path}: taken by ${other}`)
    taken.set(port, path)
  }
}

/** Throws when the owner's tunnel would capture other networks; `taken` are the current networks of the box. */
const checkTunnel = (all: Settings, taken: readonly string[]): void => {
  const problem = tunnelProblem(all, taken)
  if (problem !== null) throw new SettingsProblem('value', `wgManual.ip: ${problem}`)
}

/** Throws where a remote server is somewhere that the program does not lead to. */
const checkRemoteHosts = ({ rmSrv }: Settings, isAnywhereAllowed: boolean): void => {
  for (const [at, { ip }] of rmSrv.entries()) {
    const problem = remoteHostProblem(ip, isAnywhereAllowed)
    if (problem !== null) throw new SettingsProblem('value', `rmSrv.${at}.ip: ${problem}`)
  }
}

/** Throws where anything at all is wrong. */
export const checkAll = (all: Settings): void => {
  for (const key of settingKeys) {
    const read = settings[key].value.safeParse(all[key])
    if (!read.success) throw problemOf(read.error.issues, [key])
  }
  checkTogether(all)
}

/** A larger one is most of the internet. */
const prefixMin = 8

/**
 * Returns why the network of `wgManual` cannot be routed through a tunnel; null when it can. A tunnel must never
 * disconnect the box.
 */
const tunnelProblem = (
  { wgManual, ethernet }: Pick<Settings, 'wgManual' | 'ethernet'>,
  taken: readonly string[],
): string | null => {
  const { connMode, ip, mask } = wgManual
  if (connMode === null || ip === '') return null
  const own = networkAround(ip, prefixOf(mask))
  if (own.prefix < prefixMin) return 'the network of the VPN is too large: its mask must be 255.0.0.0 or longer'
  const fixed = ethernet.dhcpEnable ? [] : [networkText(networkAround(ethernet.ip, prefixOf(ethernet.mask)))]
  const other = [...fixed, ...taken].find((text) => {
    const network = parseNetwork(text)
    return network !== null && doOverlap(own, network)
  })
  return other === undefined ? null : `the network of the VPN, ${networkText(own)}, overlaps ${other}, which is here`
}

/** Facts about this box that limit what its settings may be. */
export interface BoxFacts {
  /** Remote servers may be names, and on this machine. */
  readonly isRemoteAnywhere?: boolean
  /** Why the serial port cannot use these settings; null where it can. */
  readonly serialProblem?: (serial: Settings['serial']) => string | null
  /** Networks of this box, such as `192.168.1.0/24`. */
  readonly networks?: () => readonly string[]
}

/** Checks what depends on this box. */
export const checkOnBox = (
  next: Settings,
  saved: Settings,
  { isRemoteAnywhere = false, networks, serialProblem }: BoxFacts,
): void => {
  checkRemoteHosts(next, isRemoteAnywhere)
  checkTunnel(next, networks?.() ?? [])
  // Settings of an earlier version may be unusable; they must not prevent other changes.
  if (next.serial.charFormat === saved.serial.charFormat) return
  const problem = serialProblem?.(next.serial) ?? null
  if (problem !== null) throw new SettingsProblem('value', `serial.charFormat: ${problem}`)
}
