import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { runProgram } from '../helper/run-program.ts'
import type { InterfaceSettings } from '../helper-requests.ts'
import type { InterfaceManager } from './manager.ts'
import { type BusObject, call, property } from './system-bus.ts'

/** Returns the networkd configuration of an interface. IPv6 keeps networkd's defaults. */
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

/** Overrides all other files, and is lost in a power cut. */
const trialFile = '/run/systemd/network/04-busbar-gateway-trial.network'
/** Overrides the files of netplan. */
const permanentFile = '/etc/systemd/network/05-busbar-gateway.network'
/** For the unit that reverts a trial: the interface and its previous MAC. */
const beforeFile = '/run/busbar-gateway-root/ethernet-trial'
const revertUnit = 'busbar-gateway-ethernet-revert'

const service = 'org.freedesktop.network1'
const networkd: BusObject = { service, path: '/org/freedesktop/network1', interface: `${service}.Manager` }

const linkOf = async (name: string): Promise<{ index: string; link: BusObject }> => {
  const [index, path] = await call(networkd, 'GetLinkByName', 's', name)
  return { index: String(index), link: { service, path: String(path), interface: `${service}.Link` } }
}

export const systemdNetworkd: InterfaceManager = {
  async manages(name) {
    try {
      const { link } = await linkOf(name)
      return (await property(link, 'AdministrativeState')) !== 'unmanaged'
    } catch {
      return false
    }
  },

  async try(name, settings: InterfaceSettings, confirmSec) {
    const { index, link } = await linkOf(name)
    if (existsSync(beforeFile)) await this.revert(name)
    write(beforeFile, `${name} ${await macOf(link)}\n`)
    // Scheduled first, so that a crash cannot leave the new settings active.
    await runProgram(
      'systemd-run',
      `--on-active=${confirmSec}`,
      '--timer-property=AccuracySec=1s',
      `--unit=${revertUnit}.service`,
    )
    write(trialFile, networkFile(name, settings))
    await call(networkd, 'Reload')
    await call(networkd, 'ReconfigureLink', 'i', index)
  },

  /** An interruption between two of these steps leaves the confirmed settings. */
  async keep() {
    if (!existsSync(trialFile)) throw new Error('the trial period has ended')
    write(permanentFile, readFileSync(trialFile, 'utf8'))
    rmSync(trialFile)
    await stopTimer()
    rmSync(beforeFile, { force: true })
    await call(networkd, 'Reload')
  },

  async revert() {
    await stopTimer()
    await runProgram('systemctl', 'start', `${revertUnit}.service`)
  },

  async renew(name, isRenewed, dns) {
    const { index } = await linkOf(name)
    const before = existsSync(permanentFile) ? readFileSync(permanentFile, 'utf8') : undefined
    const now = before === undefined ? undefined : withDns(before, dns)
    if (now !== undefined && now !== before) {
      write(permanentFile, now)
      await call(networkd, 'Reload')
      await call(networkd, 'ReconfigureLink', 'i', index)
    } else if (isRenewed) await call(networkd, 'RenewLink', 'i', index)
  },
}

/** Not there where there is no trial. */
const stopTimer = (): Promise<unknown> => runProgram('systemctl', 'stop', `${revertUnit}.timer`).catch(() => undefined)

const macOf = async (link: BusObject): Promise<string> => {
  const [text] = await call(link, 'Describe')
  const { HardwareAddress: bytes = [] } = JSON.parse(String(text)) as { HardwareAddress?: number[] }
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text, { mode: 0o644, flush: true })
  renameSync(`${path}.new`, path)
}
