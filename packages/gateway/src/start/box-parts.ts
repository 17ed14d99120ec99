import { networkInterfaces } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import type { Log } from '@busbar/kit/log'
import type { BoxConf } from '../box/box-conf.ts'
import { cardFolder, isCardIn } from '../box/card-mount.ts'
import { DisplaySaving } from '../box/display-saving.ts'
import { Ethernet } from '../box/ethernet/ethernet.ts'
import { firstReal, type Interface } from '../box/identity/interface.rules.ts'
import { readInterfaces } from '../box/identity/interfaces.ts'
import type { RootHelper } from '../box/root-helper.ts'
import { ethernet as ethernetSetting } from '../settings/keys/network.ts'
import type { CardOptions } from '../storage/card/card.ts'
import type { Host } from './host.ts'

/** Parts of the gateway that are there only where the owner of the box has lent something (`box.conf`). */

/** The interface that is the gateway's Ethernet: the one that was lent, or else the one that stands for the box. */
export const boxInterface = (
  { ethernet }: BoxConf,
  all: readonly Interface[] = readInterfaces(),
): Interface | undefined => all.find(({ name }) => name === ethernet) ?? firstReal(all)

/** The folder that was given, or else the card that this box lends. */
export const cardOf = ({ env, box }: Host, helper: RootHelper): Pick<CardOptions, 'folder' | 'real'> => {
  const { card: uuid } = box
  if (env.card !== undefined || uuid === null) return { folder: env.card }
  const real = {
    isInserted: () => isCardIn(uuid),
    mount: () => helper.ask({ verb: 'card-mount' }),
    unmount: () => helper.ask({ verb: 'card-eject' }),
  }
  return { folder: cardFolder, real }
}

/** Nothing where the box has no display. Generation A has no such settings. */
export const displaySavingFor = (
  { env, box, store, clock }: Host,
  helper: RootHelper,
  log: Log,
): DisplaySaving | undefined => {
  if (box.display === null || env.variant === 'A') return undefined
  const { delayForDisplaySavingMin: delayMin, displaySavingBrightness: savingPercent } = store.active.powerSaving
  const set = (percent: number): Promise<void> => helper.ask({ verb: 'backlight', percent })
  return new DisplaySaving({ delayMin, savingPercent, set, clock, log })
}

const ownAddresses = (name?: string): string[] =>
  Object.entries(networkInterfaces()).flatMap(([one, all = []]) =>
    name === undefined || one === name ? all.map(({ address }) => address) : [],
  )

/** Nothing where the box lends no interface. */
export const ethernetFor = (
  { box, env, folder, store, clock, readLease, interfaceAddresses = ownAddresses }: Host,
  helper: RootHelper,
  isCloudProven: () => boolean,
  log: Log,
): Ethernet | undefined => {
  const { ethernet: name } = box
  if (name === null) {
    if (!isDeepStrictEqual(store.active.ethernet, ethernetSetting.initial))
      log.info({}, 'this box lends no interface: the settings ethernet are kept (busbar-gateway-setup ethernet)')
    return undefined
  }
  return new Ethernet({
    settings: store.active.ethernet,
    folder,
    confirmSec: env['network-confirm'],
    ask: (request) => helper.ask(request),
    lease: () => readLease(name),
    addresses: () => interfaceAddresses(name),
    isOwn: (address) => interfaceAddresses().includes(address),
    use: (ethernet) => store.useInstead({ ethernet }),
    isCloudProven,
    clock,
    log,
  })
}
