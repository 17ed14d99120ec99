import type { ActivationFacts } from '../system/activation.ts'
import type { Identity } from '../system/identity/identity.ts'
import type { Interface } from '../system/identity/interface.rules.ts'
import type { RunTime } from '../system/power/run-time.ts'
import type { Variant } from '../variant.ts'
import { ethernet, misc, modbusServer, settingsState } from './box.ts'
import { type StatisticsFigures, statistics } from './statistics.ts'
import { time } from './time.ts'

/** What the groups read, at each request. */
export interface StateSources {
  readonly variant: Variant
  readonly identity: Pick<Identity, 'mac'>
  readonly localClock: Parameters<typeof time>[0]
  readonly network: () => Interface | undefined
  readonly sensors: () => Parameters<typeof misc>[1]
  readonly runTime: Pick<RunTime, 'status'>
  readonly figures: () => Omit<StatisticsFigures, 'runTimeMin' | 'totalRunTimeMin'>
  readonly activation: { status(): ActivationFacts }
  readonly store: { status(): object }
  /** Why nothing can be kept; null where it can. */
  readonly storageProblem: () => string | null
  readonly modem: { status(): object }
  readonly tcpServer: { status(): { readonly clients: readonly object[] } }
  readonly gsmServer: { status(): { readonly listenPortGsm: number; readonly clients: readonly object[] } }
  readonly remoteServers: { status(): readonly object[] }
  readonly callBack: { status(): object }
  readonly vpn: { status(): object }
  readonly tasks: { status(): object }
  readonly card: { status(): Promise<object> }
  readonly firmwareUpdate: { status(): Promise<object> }
}

/** Every group of the state by its key, in the contract's order. */
const groups = {
  ethernet: ({ network, identity }: StateSources) => ethernet(network(), identity.mac),
  gsm: ({ modem }) => modem.status(),
  vpn: ({ vpn }) => vpn.status(),
  mbTcpCallback: ({ callBack }) => callBack.status(),
  activation: ({ activation }) => activation.status(),
  fwUpdate: ({ firmwareUpdate }) => firmwareUpdate.status(),
  mbTcpServer: ({ tcpServer, gsmServer }) => modbusServer(tcpServer.status(), gsmServer.status()),
  mbTcpClients: ({ remoteServers }) => remoteServers.status(),
  inputs: () => ({}),
  outputs: () => ({}),
  statistics: ({ figures, runTime }) => statistics({ ...figures(), ...runTime.status() }),
  // Generation A has the group's name only.
  memTaskfiles: ({ variant, tasks }) => (variant === 'A' ? {} : tasks.status()),
  memCard: ({ card }) => card.status(),
  settings: ({ store, storageProblem }) => settingsState(store.status(), storageProblem()),
  time: ({ localClock }) => time(localClock),
  misc: ({ variant, sensors, runTime }) => misc(variant, sensors(), runTime.status().resetFlags),
} satisfies Record<string, (sources: StateSources) => object | Promise<object>>

/** One group, as it is now. */
export const stateOf = (sources: StateSources, key: keyof typeof groups): object | Promise<object> =>
  groups[key](sources)
