import { packReport } from '@busbar/uplink/report'
import type { Variant } from '../base/variant.ts'
import type { ActivationFacts } from '../box/activation.ts'
import type { Identity } from '../box/identity/identity.ts'
import type { Interface } from '../box/identity/interface.rules.ts'
import type { RunTime } from '../box/power/run-time.ts'
import type { LocalClock } from '../time/local-clock.ts'

/** The interface that represents the box; undefined without one. */
const ethernet = (real: Pick<Interface, 'ip' | 'isLinkUp'> | undefined, mac: string) => ({
  ip: real?.ip ?? null,
  mac,
  linkUp: real?.isLinkUp ?? false,
})

interface Sensors {
  readonly voltage: string | null
  readonly temperature: string | null
}

const misc = (variant: Variant, { voltage, temperature }: Sensors, resetFlags: readonly string[]) => ({
  voltage,
  temperature,
  ...(variant === 'B' && { resetFlags }),
})

const settingsState = (status: object, storageProblem: string | null) => ({
  ...status,
  // Not in the contract, so only present when there is a problem.
  ...(storageProblem !== null && { notKept: storageProblem }),
})

interface ServerClients {
  readonly clients: readonly object[]
}

/** Combines both servers in one group; GSM clients are listed with the others. */
const modbusServer = (
  own: ServerClients,
  { listenPortGsm, clients }: ServerClients & { readonly listenPortGsm: number },
) => {
  const { clients: others, ...rest } = own
  return { ...rest, listenPortGsm, clients: [...others, ...clients] }
}

interface StatisticsFigures {
  readonly bus: { readonly requestsPerSec: number; readonly responsesPerSec: number; readonly loadPercent: number }
  /** Through the gate, of all callers. */
  readonly requestsPerSec: number
  readonly clientsMax: number
  readonly runTimeMin: number
  readonly totalRunTimeMin: number
  readonly ethernetBytesPerSec: number
  readonly gsmBytesPerSec: number
  readonly wrongLogins: number
}

/** Averages per second and times, in the whole numbers that the contract has. */
const statistics = (figures: StatisticsFigures) => ({
  serialAvgPerSecReq: Math.round(figures.bus.requestsPerSec),
  serialAvgPerSecResp: Math.round(figures.bus.responsesPerSec),
  serialAvgPerSecLoad: Math.min(Math.round(figures.bus.loadPercent), 100),
  mbAvgPerSecReq: Math.round(figures.requestsPerSec),
  mbTcpServerMaxClients: figures.clientsMax,
  runTimeMin: figures.runTimeMin,
  totalRunTimeMin: figures.totalRunTimeMin,
  ethAvgPerSecKb: (figures.ethernetBytesPerSec / 1024).toFixed(2),
  gsmAvgPerSecKb: (figures.gsmBytesPerSec / 1024).toFixed(2),
  // Not in the contract, so only present when there were failures.
  ...(figures.wrongLogins > 0 && { wrongLogins: figures.wrongLogins }),
})

/** The time of day here and at Greenwich, in whole seconds; the local one has no zone, since it is the gateway's own. */
const time = (clock: Pick<LocalClock, 'localNow' | 'sun'>) => {
  const local = clock.localNow()
  const { sunriseSec, sunsetSec, isPolarDay, isPolarNight } = clock.sun()
  return {
    timeLocal: `${local.date}T${local.time}`,
    timeUtc: `${new Date(local.utcMs).toISOString().slice(0, 19)}Z`,
    isDst: local.isDst,
    sunriseLocalSec: sunriseSec,
    sunsetLocalSec: sunsetSec,
    polarDay: isPolarDay,
    polarNight: isPolarNight,
  }
}

/** Sources that the groups read at each request. */
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
  /** Why data cannot be saved; null when it can. */
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

/** Returns the current state of a group. */
export const stateOf = (sources: StateSources, key: keyof typeof groups): object | Promise<object> =>
  groups[key](sources)

/** Groups that the cloud shows. The report omits the others to save bytes. */
const reportKeys = ['ethernet', 'gsm', 'vpn', 'fwUpdate', 'memCard', 'settings', 'statistics', 'time', 'misc'] as const

/** How the gateway is, packed for its call to the cloud. */
export const packedReport = async (
  {
    stateOf: groupOf,
    firmware,
  }: {
    readonly stateOf: (key: (typeof reportKeys)[number]) => object | Promise<object>
    readonly firmware: { status(): object }
  },
  more: { readonly tasks: object; readonly bus: object; readonly https: object },
): Promise<Uint8Array> => {
  const report = await Promise.all(reportKeys.map(async (key) => [key, await groupOf(key)] as const))
  return packReport(JSON.stringify({ ...Object.fromEntries(report), firmware: firmware.status(), ...more }))
}
