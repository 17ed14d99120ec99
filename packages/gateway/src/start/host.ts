import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { readFileSync, realpathSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ShutdownSteps } from '@busbar/kit/program'
import type { ByteStream } from '@busbar/modbus'
import { type DialOptions, dialStream } from '@busbar/modbus/net'
import { charFormatProblem, openSerialPort } from '@busbar/serial'
import { Activation } from '../box/activation.ts'
import { type BoxConf, parseBoxConf, readBoxConf } from '../box/box-conf.ts'
import { DeviceClock } from '../box/device-clock.ts'
import { readLease } from '../box/ethernet/lease-watch.ts'
import type { Lease } from '../box/ethernet/settings.rules.ts'
import type { BootProblem } from '../box/first-run.ts'
import { type Identity, openIdentity } from '../box/identity/identity.ts'
import { networksHere, readHardware } from '../box/identity/interfaces.ts'
import { firstPorts } from '../box/low-ports.ts'
import type { WatchedModemPort } from '../box/modem/modem.ts'
import { ModemManager, noModem } from '../box/modem/modem-manager.ts'
import { RunTime } from '../box/power/run-time.ts'
import { SerialPortChoice } from '../box/serial-ports.ts'
import { UnitNames } from '../box/unit-names.ts'
import { UserPassword } from '../box/user-password.ts'
import { type NetHelper, openNetHelper } from '../box/vpn/net-helper.ts'
import { VpnKeys } from '../box/vpn/vpn-keys.ts'
import type { BusOptions } from '../bus/bus.ts'
import { fineClock } from '../bus/port/clocks.ts'
import { Rs485Port } from '../bus/port/rs485.ts'
import type { OpenUdp } from '../network/forward/udp-session.ts'
import { type CallBackStore, callBackStoreIn } from '../network/outbound/memory.ts'
import { type FileOperations, filesOf, saveSettingsOfVersions } from '../settings/store/files.ts'
import { SettingsStore } from '../settings/store/store.ts'
import { claimMac } from '../storage/claim-name.ts'
import { DataFolder } from '../storage/data-folder.ts'
import { lockFolder } from '../storage/lock-folder.ts'
import { saveFile } from '../storage/save-file.ts'
import { BrokerChoice } from '../tasks/mqtt/broker-choice.ts'
import type { EnvSettings } from './env.ts'

type OpenPort = BusOptions['openPort']
type Dial = (options: DialOptions) => Promise<ByteStream>

/** Replacements for parts of the machine in tests. */
export interface HostParts {
  readonly openPort?: OpenPort
  readonly clock?: Clock
  readonly now?: () => Date
  /** Port of time servers. */
  readonly ntpPort?: number
  /** To remote servers. */
  readonly dial?: Dial
  /** For forwarding. */
  readonly openUdp?: OpenUdp
  /** Root of the sensors in sysfs. */
  readonly sysRoot?: string
  /** Folder of device files. */
  readonly devRoot?: string
  /** The program that sets the RS-485 mode of a port. */
  readonly ttyProgram?: string
  /** Helper that creates tunnels. */
  readonly netHelper?: NetHelper
  /** Addresses of one interface, or of all. */
  readonly interfaceAddresses?: (name?: string) => string[]
  readonly readLease?: (name: string) => Promise<Lease>
  /** The modem of the box. */
  readonly modemPort?: WatchedModemPort
  /** The list of mobile networks. */
  readonly providersFile?: string
  /** The address of a client, for the notice on unencrypted connections. */
  readonly clientAddressOf?: (request: { readonly ip: string }) => string
  /** Disk operations. */
  readonly disk?: { readonly write: typeof saveFile; readonly files: FileOperations }
}

/** Listen addresses for clients. */
export interface ListenAddresses {
  readonly http: { readonly host: string; readonly port?: number }
  readonly modbus: { readonly host: string; readonly port?: number }
}

/** Everything that survives a reboot: identity and stored data. */
export interface Host {
  readonly env: EnvSettings
  /** Parts of the machine that the gateway may use. */
  readonly box: BoxConf
  readonly log: Log
  readonly clock: Clock
  readonly newBytes: (count: number) => Uint8Array
  readonly openPort: OpenPort
  readonly identity: Identity
  /** Data that is stored across restarts, and whether it can be saved. */
  readonly folder: DataFolder
  readonly deviceClock: DeviceClock
  readonly ntpPort: number
  readonly dial: Dial
  readonly openUdp: OpenUdp
  readonly sysRoot: string
  readonly devRoot: string
  readonly portChoice: SerialPortChoice
  readonly rs485: Rs485Port
  readonly unitNames: UnitNames
  /** Broker that tasks publish to. */
  readonly brokerChoice: BrokerChoice
  readonly interfaceAddresses?: HostParts['interfaceAddresses']
  readonly clientAddressOf?: HostParts['clientAddressOf']
  readonly readLease: (name: string) => Promise<Lease>
  readonly store: SettingsStore
  /** Problems found when the boot file was last read. */
  readonly bootFile: { problems: readonly BootProblem[] }
  readonly user: UserPassword
  readonly activation: Activation
  readonly runTime: RunTime
  readonly callBackStore: CallBackStore
  /** Null where the network must not be changed. */
  readonly netHelper: NetHelper | null
  readonly vpnKeys: VpnKeys
  /** The modem of the box, if it has one. */
  readonly modemPort: WatchedModemPort
  readonly providersFile: string
}

const partMs = 500

/** Opens the data folder, which is ours alone until the steps are undone. */
export const openHost = async (env: EnvSettings, log: Log, parts: HostParts, steps: ShutdownSteps): Promise<Host> => {
  const { clock = fineClock, now = () => new Date(), ntpPort = 123 } = parts
  steps.undo('lock', partMs, await lockFolder(env.data))
  const { write = saveFile, files = filesOf(env.data) } = parts.disk ?? {}
  const folder = new DataFolder({ path: env.data, clock, log, write })
  steps.undo('data folder', partMs, () => folder.stop())
  const newBytes = (count: number): Uint8Array => randomBytes(count)
  const claim = async (mac: string): Promise<boolean> => {
    const release = await claimMac(mac)
    if (release !== null) steps.undo('MAC', partMs, release)
    return release !== null
  }
  const warn = (details: object, message: string): void => log.warn(details, message)
  const { identity: requestedSource } = env
  const identity = await openIdentity({ folder, requestedSource, interfaces: readHardware(), claim, newBytes, warn })
  const deviceClock = new DeviceClock({ folder, now, clock, log })
  deviceClock.start()
  steps.undo('clock', partMs, () => deviceClock.stop())
  saveSettingsOfVersions(folder, identity.product.firmwareVer)
  const store = new SettingsStore({
    folder: env.data,
    files,
    attempt: (act) => folder.attempt(act),
    variant: env.variant,
    sealKey: identity.sealKey,
    now: deviceClock.now,
    newBytes,
    strictLevels: !env['lax-levels'],
    isRemoteAnywhere: env['remote-anywhere'],
    initialPorts: firstPorts(),
    ...(parts.openPort === undefined && { serialProblem: ({ charFormat }) => charFormatProblem(charFormat) }),
    networks: () => networksHere(networkInterfaces()),
  })
  const { isNew, isPrevious } = await store.load()
  folder.onWritable(() => void store.saveUnsaved())
  steps.undo('settings', partMs, () => store.saveUnsaved())
  if (isPrevious) log.warn({}, 'settings file damaged; previous settings are used')
  const user = new UserPassword({ folder })
  user.start()
  const activation = new Activation({ folder, now: deviceClock.now })
  activation.start()
  const runTime = new RunTime({ folder, clock, bootId: bootId(), log })
  runTime.start()
  steps.undo('run time', partMs, () => runTime.stop())
  const callBackStore = callBackStoreIn(folder)
  const netHelper = parts.netHelper ?? (await openNetHelper(env['net-helper']))
  const vpnKeys = new VpnKeys({ folder, now: deviceClock.now })
  warnIfUnsaved(folder, isNew, log)
  const portChoice = new SerialPortChoice({ folder, fixed: env.port })
  const unitNames = new UnitNames({ folder })
  const brokerChoice = new BrokerChoice({ folder, fixed: env.mqtt })
  const { ttyProgram = join(dirname(process.execPath), 'busbar-tty') } = parts
  const rs485 = new Rs485Port({ settings: () => store.active.rs485, program: ttyProgram, log })
  const openPort = parts.openPort ?? portOpener(portChoice, rs485)
  const { dial = dialStream, openUdp = createSocket, sysRoot = '/sys', devRoot = '/dev' } = parts
  const { interfaceAddresses, clientAddressOf, readLease: lease = readLease } = parts
  const { providersFile = '/usr/share/mobile-broadband-provider-info/serviceproviders.xml' } = parts
  const machine = {
    env,
    box: boxOf(env, log),
    log,
    clock,
    newBytes,
    openPort,
    ntpPort,
    dial,
    openUdp,
    sysRoot,
    devRoot,
  }
  const bootFile = { problems: [] }
  const persistent = {
    bootFile,
    identity,
    folder,
    deviceClock,
    store,
    user,
    activation,
    runTime,
    callBackStore,
    vpnKeys,
  }
  const modemPort = parts.modemPort ?? modemPortAt(env.modem, clock, log)
  const network = { netHelper, interfaceAddresses, clientAddressOf, readLease: lease, modemPort, providersFile }
  return { ...machine, ...persistent, ...network, portChoice, rs485, unitNames, brokerChoice }
}

/** Reads box.conf. A helper serves one gateway, so a second gateway on this box has nothing assigned. A damaged file counts as empty. */
const boxOf = ({ box, helper }: EnvSettings, log: Log): BoxConf => {
  try {
    return helper === 'none' ? parseBoxConf('') : readBoxConf(box)
  } catch (error) {
    log.error({ err: error }, 'box.conf could not be read')
    return parseBoxConf('')
  }
}

/** Reports the problem at the start, before the next power cut reveals it. */
const warnIfUnsaved = (folder: DataFolder, isNew: boolean, log: Log): void => {
  const problem = folder.problem()
  if (problem === null) return
  const consequence = isNew
    ? 'keys, settings and the admin password of this new gateway are in memory only, and the next start creates others'
    : 'the gateway uses its saved data and refuses changes'
  log.error({ folder: folder.path }, `data cannot be saved, ${problem}: ${consequence}`)
}

const modemPortAt = (address: string, clock: Clock, log: Log): WatchedModemPort =>
  address === 'none' ? noModem : new ModemManager({ address, clock, log })

/** Ports without a wire: their bytes take no time. */
const pseudoTerminals = '/dev/pts/'

const portOpener =
  (choice: SerialPortChoice, rs485: Rs485Port): OpenPort =>
  async ({ baudRate, charFormat }) => {
    const { path } = choice
    if (path === undefined) throw new Error('no serial port was given (--port) or chosen')
    const port = await openSerialPort({
      path,
      baud: baudRate,
      charFormat,
      prepare: (fd) => rs485.prepare(path, fd),
    })
    return Object.assign(port, { isTimed: !realpathSync(path).startsWith(pseudoTerminals) })
  }

/** Without a boot ID, every start counts as a start of the machine. */
const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return String(process.pid)
  }
}
