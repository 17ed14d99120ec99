import type { Log } from '@busbar/kit/log'
import type { ApiContext } from '../api/api-context.ts'
import type { DisplaySaving } from '../box/display-saving.ts'
import type { Ethernet } from '../box/ethernet/ethernet.ts'
import type { FirmwareUpdate } from '../box/firmware/firmware-update.ts'
import type { InstalledReleases } from '../box/firmware/installed.ts'
import type { Trial } from '../box/firmware/trial.ts'
import type { Modem } from '../box/modem/modem.ts'
import type { AutoReset } from '../box/power/auto-reset.ts'
import type { Rebooter } from '../box/power/rebooter.ts'
import type { SupplyWatch } from '../box/power/supply-watch.ts'
import type { RootHelper } from '../box/root-helper.ts'
import type { Vpn } from '../box/vpn/vpn.ts'
import type { Bus } from '../bus/bus.ts'
import type { ExchangeStreams } from '../bus/exchange-streams.ts'
import type { Gate } from '../bus/gate/gate.ts'
import type { Identification } from '../bus/identify/identify.ts'
import type { Search } from '../bus/identify/search.ts'
import type { GsmServer } from '../network/gsm-server.ts'
import type { CallBack } from '../network/outbound/call-back.ts'
import type { Path } from '../network/paths.rules.ts'
import type { PathSource, Paths } from '../network/paths.ts'
import type { RemoteServers } from '../network/remote/remote-servers.ts'
import type { TcpServer } from '../network/tcp-server.ts'
import type { FreeAccess } from '../session/free-access.ts'
import type { Login } from '../session/login.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Card } from '../storage/card/card.ts'
import type { CardLogs, LogTag } from '../storage/logs/card-logs.ts'
import type { RecentLog } from '../storage/logs/recent-log.ts'
import type { TaskBroker } from '../tasks/mqtt/task-broker.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { LocalClock } from '../time/local-clock.ts'
import type { TimeSync } from '../time/ntp/time-sync.ts'
import type { Host, ListenAddresses } from './host.ts'
import type { Creators } from './parts.ts'

/** Everything that a restart in place creates again. */
export interface GatewayParts {
  readonly localClock: LocalClock
  /** Local time as a date whose UTC fields are the local ones. */
  readonly localNow: () => Date
  readonly helper: RootHelper
  readonly card: Card
  readonly cardLogs: CardLogs
  readonly recentLog: RecentLog
  readonly logOf: (tag: LogTag) => Log
  readonly ejectCard: () => Promise<void>
  readonly ethernet: Ethernet | undefined
  readonly rebooter: Rebooter
  readonly autoReset: AutoReset
  readonly supplyWatch: SupplyWatch
  readonly displaySaving: DisplaySaving | undefined
  readonly modemLink: { readonly modem: Modem; readonly paths: Paths }
  readonly installed: InstalledReleases
  readonly firmwareUpdate: FirmwareUpdate
  readonly trial: Trial
  readonly bus: Bus
  readonly exchangeStreams: ExchangeStreams
  readonly gate: Gate
  readonly remoteServers: RemoteServers
  readonly search: Search
  readonly identification: Identification
  readonly taskBroker: TaskBroker
  readonly tasks: Tasks
  readonly paths: PathSource
  readonly arrivalOf: ApiContext['arrivalOf']
  /** Ports of Modbus TCP servers that are open now. */
  readonly modbusPorts: () => number[]
  readonly tcpServer: TcpServer
  readonly gsmServer: GsmServer
  readonly forwardingPath: () => Path | null
  readonly callBack: CallBack
  readonly vpn: Vpn
  readonly timeSync: TimeSync
  readonly sessions: Sessions
  readonly login: Login
  readonly freeAccess: FreeAccess
  readonly pressButton: () => void
  readonly service: ApiContext
}

/** Context in which parts are created: the host, and the listen addresses of this start. */
export interface PartContext {
  readonly host: Host
  readonly listenAddresses: ListenAddresses
  readonly reboot: () => void
}

export type PartCreators<Names extends keyof GatewayParts> = Creators<GatewayParts, Names>
