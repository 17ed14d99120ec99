import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoxConf } from '../box-conf.ts'
import { cardFolder, cardMountUnit, isCardIn } from '../card-mount.ts'
import type { InterfaceManager } from '../ethernet-helper/manager.ts'
import { networkManager } from '../ethernet-helper/network-manager.ts'
import { systemdNetworkd } from '../ethernet-helper/networkd.ts'
import type { HelperRequest } from '../helper-requests.ts'
import { numberIn } from '../sys-files.ts'
import { runProgram } from './run-program.ts'

/** The service manager mounts and unmounts the card for all programs; this code only requests it. */

type CardOfBox = Pick<BoxConf, 'card'>

export const mountCard = async ({ card }: CardOfBox): Promise<void> => {
  needCard(card)
  await runProgram('systemctl', 'start', cardMountUnit)
}

/** Rejects while the card is in use and leaves it mounted. A card that was pulled is released in any case. */
export const ejectCard = async ({ card }: CardOfBox): Promise<void> => {
  const uuid = needCard(card)
  // Only the mount state counts: systemd may report an unmounted unit as failed.
  await runProgram('systemctl', 'stop', cardMountUnit).catch(() => undefined)
  if (!isMounted()) return
  if (isCardIn(uuid)) throw new Error('the card is in use')
  await runProgram('systemctl', 'start', 'busbar-gateway-card-pulled.service')
}

const isMounted = (): boolean =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[4] === cardFolder)

const needCard = (card: string | null): string => {
  if (card === null) throw new Error('this box has no card (busbar-gateway-setup card)')
  return card
}

/** How bright the display of the box is, in percent of what it can. */
export const setBacklight = async (
  { display }: Pick<BoxConf, 'display'>,
  percent: number,
  root = '/sys',
): Promise<void> => {
  if (display === null) throw new Error('this box has no display (busbar-gateway-setup display)')
  const folder = join(root, 'class/backlight', display)
  const max = numberIn(join(folder, 'max_brightness'))
  if (max === undefined) throw new Error(`there is no backlight ${display}`)
  await writeFile(join(folder, 'brightness'), `${Math.round((max * percent) / 100)}\n`, { flag: 'r+' })
}

type EthernetRequest = Extract<HelperRequest, { verb: `ethernet-${string}` }>

/** Changes the assigned interface through its network manager. */
export const changeEthernet = async (
  { ethernet: name }: Pick<BoxConf, 'ethernet'>,
  request: EthernetRequest,
): Promise<void> => {
  if (name === null) throw new Error('this box has no assigned interface (busbar-gateway-setup ethernet)')
  const manager = await managerOf(name)
  switch (request.verb) {
    case 'ethernet-try':
      return manager.try(name, request.settings, request.confirmSec)
    case 'ethernet-keep':
      return manager.keep(name)
    case 'ethernet-revert':
      return manager.revert(name)
    case 'ethernet-renew':
      return manager.renew(name, request.isRenewed, request.dns)
  }
}

const managerOf = async (name: string): Promise<InterfaceManager> => {
  for (const manager of [networkManager, systemdNetworkd]) if (await manager.manages(name)) return manager
  throw new Error(`neither NetworkManager nor systemd-networkd manages ${name}`)
}
