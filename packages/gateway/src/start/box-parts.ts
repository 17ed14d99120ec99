import { networkInterfaces } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import type { Log } from '@busbar/kit/log'
import { openManifest, readReleaseKeys } from '@busbar/uplink/releases'
import { wordsOf } from '../base/language.ts'
import type { BoxConf } from '../box/box-conf.ts'
import { cardFolder, isCardIn } from '../box/card-mount.ts'
import { DisplaySaving } from '../box/display-saving.ts'
import { Ethernet } from '../box/ethernet/ethernet.ts'
import { CardReleases } from '../box/firmware/card-releases.ts'
import { FirmwareUpdate } from '../box/firmware/firmware-update.ts'
import { InstalledReleases, storedSerial } from '../box/firmware/installed.ts'
import { Trial } from '../box/firmware/trial.ts'
import { firstReal, type Interface } from '../box/identity/interface.rules.ts'
import { readInterfaces } from '../box/identity/interfaces.ts'
import { AutoReset } from '../box/power/auto-reset.ts'
import { Rebooter } from '../box/power/rebooter.ts'
import { readSupply } from '../box/power/supply.ts'
import { SupplyWatch } from '../box/power/supply-watch.ts'
import { RootHelper } from '../box/root-helper.ts'
import { ethernet as ethernetSetting } from '../settings/keys/network.ts'
import { Card, type CardOptions } from '../storage/card/card.ts'
import { CardLogs, type LogFile } from '../storage/logs/card-logs.ts'
import { RecentLog } from '../storage/logs/recent-log.ts'
import { taggedLog } from '../storage/logs/tagged-log.ts'
import { LocalClock } from '../time/local-clock.ts'
import { localDate } from '../time/local-time.rules.ts'
import type { PartContext, PartCreators } from './gateway-parts.ts'
import type { Host } from './host.ts'

/** Returns the interface that counts as Ethernet: the assigned one, or the one that represents the box. */
export const boxInterface = (
  { ethernet }: BoxConf,
  all: readonly Interface[] = readInterfaces(),
): Interface | undefined => all.find(({ name }) => name === ethernet) ?? firstReal(all)

/** Returns the given folder, or the card that box.conf assigns. */
const cardOf = ({ env, box }: Host, helper: RootHelper): Pick<CardOptions, 'folder' | 'real'> => {
  const { card: uuid } = box
  if (env.card !== undefined || uuid === null) return { folder: env.card }
  const real = {
    isInserted: () => isCardIn(uuid),
    mount: () => helper.ask({ verb: 'card-mount' }),
    unmount: () => helper.ask({ verb: 'card-eject' }),
  }
  return { folder: cardFolder, real }
}

/** Undefined on a box without a display. Variant A has no such settings. */
const displaySavingFor = (
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

/** Undefined on a box without an assigned interface. */
const ethernetFor = (
  { box, env, folder, store, clock, readLease, interfaceAddresses = ownAddresses }: Host,
  helper: RootHelper,
  isCloudProven: () => boolean,
  log: Log,
): Ethernet | undefined => {
  const { ethernet: name } = box
  if (name === null) {
    if (!isDeepStrictEqual(store.active.ethernet, ethernetSetting.initial))
      log.info({}, 'ethernet settings not applied: this box has no assigned interface (busbar-gateway-setup ethernet)')
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

/** The card, its logs, power, display, Ethernet, and releases. */
export const boxParts = ({
  host,
  reboot,
}: PartContext): PartCreators<
  | 'localClock'
  | 'localNow'
  | 'helper'
  | 'card'
  | 'cardLogs'
  | 'recentLog'
  | 'logOf'
  | 'ejectCard'
  | 'ethernet'
  | 'rebooter'
  | 'autoReset'
  | 'supplyWatch'
  | 'displaySaving'
  | 'installed'
  | 'firmwareUpdate'
  | 'trial'
> => {
  const { env, clock, newBytes, identity, deviceClock, store, runTime } = host
  const { now } = deviceClock
  const keys = () => readReleaseKeys(env['release-keys'])
  return {
    localClock: () => new LocalClock({ now, settings: () => store.active }),
    localNow:
      ({ localClock }) =>
      () =>
        localDate(localClock.localNow()),
    helper: () => new RootHelper(env.helper),
    card: ({ helper }) => new Card({ ...cardOf(host, helper), now, clock }),
    cardLogs: ({ card, localNow }) => {
      const words = wordsOf(store.active.language)
      const headOf = (file: LogFile): string =>
        `${words.gateway} ${identity.mac}, ${words.version} ${identity.product.version}: ${words.logs[file]}; ${words.columns}`
      return new CardLogs({ card, flags: store.active.logFlags, clock, localNow, headOf })
    },
    recentLog: () => new RecentLog(),
    logOf: ({ recentLog, cardLogs }) => {
      const remembered = recentLog.remembering(host.log)
      return (tag) => taggedLog(remembered, cardLogs, tag)
    },
    ejectCard: (parts) => async () => {
      await parts.cardLogs.flush()
      await parts.tasks.eject()
    },
    ethernet: (parts) => {
      const isCloudProven = () => parts.callBack.whom().step === 'trusted'
      return ethernetFor(host, parts.helper, isCloudProven, parts.logOf('system'))
    },
    rebooter: (parts) =>
      new Rebooter({
        clock,
        reboot: () => {
          parts.ethernet?.tryAgain()
          reboot()
        },
      }),
    autoReset: () => new AutoReset({ clock, settings: store.active, reset: reboot }),
    supplyWatch: (parts) =>
      new SupplyWatch({
        minMv: env.variant === 'A' ? store.active.bodVoltage : store.active.powerSaving.bodVoltage,
        read: () => readSupply(host.sysRoot, env.supply),
        clock,
        log: parts.logOf('system'),
        onLow: async () => {
          runTime.supplyIs(true)
          await parts.ejectCard()
        },
        onGood: async () => {
          runTime.supplyIs(false)
          await parts.card.take()
        },
      }),
    displaySaving: ({ helper, logOf }) => displaySavingFor(host, helper, logOf('system')),
    installed: ({ helper }) => new InstalledReleases({ folder: env.releases, helper }),
    firmwareUpdate: (parts) =>
      new FirmwareUpdate({
        firmware: store.active.firmware,
        download: store.active.download,
        product: identity.product,
        releases: new CardReleases({ card: parts.card, keys }),
        installed: parts.installed,
        card: parts.card,
        open: ({ bytes, signature }) => openManifest(bytes, signature, keys()),
        serial: storedSerial(host.folder),
        paths: parts.paths,
        isBusy: () => parts.search.result(false).status === 'BUSY' || parts.card.isUploading,
        now,
        localNow: parts.localNow,
        clock,
        newBytes,
        log: parts.logOf('system'),
      }),
    trial: ({ installed, logOf }) => new Trial({ installed, minutes: env.trial, clock, log: logOf('system') }),
  }
}
