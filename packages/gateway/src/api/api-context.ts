import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Variant } from '../base/variant.ts'
import type { Activation } from '../box/activation.ts'
import type { DeviceClock } from '../box/device-clock.ts'
import type { FirmwareStatus } from '../box/firmware/firmware-status.ts'
import type { BootProblem } from '../box/first-run.ts'
import type { Identity } from '../box/identity/identity.ts'
import type { Rebooter } from '../box/power/rebooter.ts'
import type { SerialPortChoice, SerialPortFound } from '../box/serial-ports.ts'
import type { UnitNames } from '../box/unit-names.ts'
import type { UserPassword } from '../box/user-password.ts'
import type { Bus } from '../bus/bus.ts'
import type { ExchangeStreams } from '../bus/exchange-streams.ts'
import type { Requester, UnitGate } from '../bus/gate/requester.ts'
import type { Transactions } from '../bus/gate/transactions.ts'
import type { Identification } from '../bus/identify/identify.ts'
import type { Search } from '../bus/identify/search.ts'
import type { Rs485Port } from '../bus/port/rs485.ts'
import type { Forwarding } from '../network/forward/forwarding.ts'
import type { ClientInterface } from '../session/client-interface.rules.ts'
import type { FreeAccess } from '../session/free-access.ts'
import type { Level } from '../session/level.ts'
import type { Login } from '../session/login.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SettingsStore } from '../settings/store/store.ts'
import type { Card } from '../storage/card/card.ts'
import type { RecentLog } from '../storage/logs/recent-log.ts'
import type { Drafts } from '../tasks/drafts.ts'
import type { TaskBroker } from '../tasks/mqtt/task-broker.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { StateKey } from './device/state.contract.ts'
import type { HttpsStatus } from './server/https-server.ts'

/** Other listeners of the gateway. */
interface ListeningServices {
  /** Null when HTTPS is switched off. */
  https: { status(): HttpsStatus } | null
  forwarding: Pick<Forwarding, 'status'> | null
}

/** All that the API's handlers work with. */
export interface ApiContext {
  readonly variant: Variant
  readonly sessions: Sessions
  readonly login: Login
  readonly freeAccess: FreeAccess
  readonly clock: Clock
  readonly user: Pick<UserPassword, 'get' | 'set'>
  /** As the one at the box does. */
  readonly pressButton: () => void
  readonly bus: Pick<Bus, 'status' | 'statistics' | 'day' | 'reopen'>
  readonly rs485: Pick<Rs485Port, 'status'>
  readonly exchangeStreams: Pick<ExchangeStreams, 'open'>
  readonly unitNames: Pick<UnitNames, 'of' | 'units' | 'set'>
  readonly serialPorts: {
    readonly choice: Pick<SerialPortChoice, 'path' | 'isFixed' | 'choose'>
    readonly find: () => SerialPortFound[]
  }
  readonly tasks: Pick<Tasks, 'view'>
  readonly drafts: Pick<Drafts, 'check' | 'start' | 'stop'>
  readonly taskBroker: Pick<TaskBroker, 'settings' | 'isFixed' | 'status' | 'choose'>
  readonly recentLog: Pick<RecentLog, 'after'>
  /** Returns the interface by which a connection arrived. */
  readonly arrivalOf: (socket: {
    localAddress?: string | undefined
    remoteAddress?: string | undefined
  }) => ClientInterface
  /** A user has logged in. */
  readonly onLogin: () => void
  readonly settings: Pick<
    SettingsStore,
    | 'active'
    | 'get'
    | 'levelProblem'
    | 'set'
    | 'setAdminPassword'
    | 'isPasswordOwn'
    | 'exportText'
    | 'importText'
    | 'reset'
    | 'status'
  >
  /** Problems found when the boot file was last read. */
  readonly bootFile: { readonly problems: readonly BootProblem[] }
  readonly card: Omit<Card, 'eject'>
  /** Releases the card after its users have finished. */
  readonly ejectCard: () => Promise<void>
  readonly search: Pick<Search, 'start' | 'startLines' | 'stop' | 'result' | 'linesResult'>
  readonly identification: Pick<Identification, 'metaInfo' | 'start' | 'stop' | 'result'>
  readonly transactions: Transactions
  readonly gate: UnitGate
  readonly identity: Pick<Identity, 'product' | 'mac' | 'isMacUnique' | 'proofKeys'>
  /** Registration of this gateway in the cloud. */
  readonly registration: () => { isRegistered: boolean; pinCode: string | null }
  /** Returns one state group in the form of the variant. */
  readonly stateOf: (key: StateKey) => object | Promise<object>
  readonly rebooter: Pick<Rebooter, 'rebootAfter'>
  readonly deviceClock: Pick<DeviceClock, 'set' | 'now'>
  /** Queries the configured time servers; false when none responds. */
  readonly syncTime: () => Promise<boolean>
  readonly activation: Pick<Activation, 'set'>
  readonly isVpnUp: () => boolean
  readonly firmware: { status(): FirmwareStatus; request(): Promise<string | null> }
  /** Set when these servers have started, after the API. */
  readonly doors: ListeningServices
  /** Calls the cloud again. */
  readonly callBack: { reconnect(requestNewCode: boolean): void | Promise<void> }
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Context of one API call: the service, and the caller as identified by the gates. */
export interface Call extends ApiContext {
  readonly from: string
  readonly level: Level
  readonly token: string | undefined
  /** Requester used for unit requests on behalf of this caller. */
  readonly requester: Requester
  /** The header of that name. */
  readonly range: string | undefined
  /** Status and headers of a response. */
  readonly answer: { status(code: number): void; headers(all: Record<string, string>): void }
}
