import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runProgram } from '../helper/run-program.ts'
import type { InterfaceSettings } from '../helper-requests.ts'
import type { InterfaceManager } from './manager.ts'
import { type BusObject, call, property } from './system-bus.ts'

/** Returns the arguments of `nmcli connection add`. NetworkManager cannot keep a leased address without a server. */
export const connectionArgs = (settings: InterfaceSettings): string[] => {
  const { dhcp, address, prefix, router, dns, isDnsOnly, mac } = settings
  return [
    ...(dhcp
      ? ['ipv4.method', 'auto']
      : ['ipv4.method', 'manual', 'ipv4.addresses', `${address}/${prefix}`, 'ipv4.gateway', router ?? '']),
    'ipv4.dns',
    dns.join(' '),
    'ipv4.ignore-auto-dns',
    isDnsOnly ? 'yes' : 'no',
    // Configured servers take precedence over those of a lease.
    'ipv4.dns-priority',
    dns.length > 0 ? '40' : '0',
    '802-3-ethernet.cloned-mac-address',
    mac ?? '',
  ]
}

const trialName = 'busbar-gateway-trial'
const permanentName = 'busbar-gateway'
/** Above connections that users created. */
const priority = '100'
const deleteNewConnections = '2'
/** Which checkpoint is ours. */
const checkpointFile = '/run/busbar-gateway-root/ethernet-checkpoint'

const service = 'org.freedesktop.NetworkManager'
const manager: BusObject = { service, path: '/org/freedesktop/NetworkManager', interface: service }

const nmcli = (...args: string[]): Promise<string> => runProgram('nmcli', ...args)

const deviceOf = async (name: string): Promise<BusObject> => {
  const [path] = await call(manager, 'GetDeviceByIpIface', 's', name)
  return { service, path: String(path), interface: `${service}.Device` }
}

/** NetworkManager has checkpoints, which it rolls back itself. */
export const networkManager: InterfaceManager = {
  async manages(name) {
    try {
      return (await property(await deviceOf(name), 'Managed')) === true
    } catch {
      return false
    }
  },

  async try(name, settings, confirmSec) {
    if (existsSync(checkpointFile)) await this.revert(name)
    const { path } = await deviceOf(name)
    const [checkpoint] = await call(
      manager,
      'CheckpointCreate',
      'aouu',
      '1',
      path,
      String(confirmSec),
      deleteNewConnections,
    )
    writeFileSync(checkpointFile, String(checkpoint))
    const named = ['type', 'ethernet', 'con-name', trialName, 'ifname', name, 'autoconnect', 'no', 'save', 'no']
    await nmcli('connection', 'add', ...named, '--', ...connectionArgs(settings))
    await nmcli('--wait', '0', 'connection', 'up', trialName)
  },

  /** The previous connection is inactive, and returns with the checkpoint if this is interrupted. */
  async keep() {
    const checkpoint = readCheckpoint()
    await nmcli('connection', 'delete', permanentName).catch(() => undefined)
    const properties = ['connection.id', permanentName, 'connection.autoconnect', 'yes']
    await nmcli('connection', 'modify', trialName, ...properties, 'connection.autoconnect-priority', priority)
    await call(manager, 'CheckpointDestroy', 'o', checkpoint)
    rmSync(checkpointFile)
  },

  async revert() {
    const checkpoint = readCheckpoint()
    rmSync(checkpointFile)
    // A checkpoint that was already rolled back no longer exists.
    await call(manager, 'CheckpointRollback', 'o', checkpoint).catch(() => undefined)
  },

  /** It renews by its own clock. */
  async renew(name, _, dns) {
    const before = (await nmcli('-g', 'ipv4.dns', 'connection', 'show', permanentName).catch(() => '')).trim()
    if (before === '' || before.split(/[,\s]+/).join(' ') === dns.join(' ')) return
    await nmcli('connection', 'modify', permanentName, 'ipv4.dns', dns.join(' '))
    await nmcli('device', 'reapply', name)
  },
}

const readCheckpoint = (): string => {
  if (!existsSync(checkpointFile)) throw new Error('the trial period has ended')
  return readFileSync(checkpointFile, 'utf8')
}
