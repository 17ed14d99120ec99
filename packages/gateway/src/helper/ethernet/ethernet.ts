import type { BoxConf } from '../../system/box-conf.ts'
import type { HelperRequest } from '../../system/root-helper/requests.ts'
import type { InterfaceManager } from './manager.ts'
import { networkManager } from './network-manager.ts'
import { systemdNetworkd } from './networkd.ts'

type EthernetRequest = Extract<HelperRequest, { verb: `ethernet-${string}` }>

/** The one interface that the owner of the box has lent, by its manager. */
export const changeEthernet = async (
  { ethernet: name }: Pick<BoxConf, 'ethernet'>,
  request: EthernetRequest,
): Promise<void> => {
  if (name === null) throw new Error('this box lends no interface (busbar-gateway-setup ethernet)')
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
