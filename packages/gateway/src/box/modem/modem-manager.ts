import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import {
  Connection,
  DBusError,
  getAll,
  type Properties,
  plainProperties,
  textOf,
  type Value,
  variant,
} from '../dbus/index.ts'
import { modemFactsOf, pathOf, smsOf } from './facts.rules.ts'
import type { AccessPoint, ModemFacts, ModemPort, ReceivedSms } from './facts.ts'
import type { WatchedModemPort } from './modem.ts'

/** Names of ModemManager's objects and interfaces. */
const service = 'org.freedesktop.ModemManager1'
const root = '/org/freedesktop/ModemManager1'

const interfaces = {
  modem: `${service}.Modem`,
  threeGpp: `${service}.Modem.Modem3gpp`,
  ussd: `${service}.Modem.Modem3gpp.Ussd`,
  messaging: `${service}.Modem.Messaging`,
  simple: `${service}.Modem.Simple`,
  sim: `${service}.Sim`,
  sms: `${service}.Sms`,
  bearer: `${service}.Bearer`,
  objects: 'org.freedesktop.DBus.ObjectManager',
  properties: 'org.freedesktop.DBus.Properties',
} as const

export interface ModemManagerOptions {
  /** Address of the system bus. */
  readonly address: string
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'debug'>
}

const againMs = 60_000
/** Delay in which several changes are combined into one update. */
const gatherMs = 200
const [connectMs, sendMs, ussdMs, enableMs] = [60_000, 120_000, 100_000, 60_000]
const messagesMax = 64
const busNames = { sender: 'org.freedesktop.DBus', interface: 'org.freedesktop.DBus' }

/** The modem of the box, by ModemManager; the first with a SIM where there are several. */
export class ModemManager implements ModemPort {
  readonly #options: ModemManagerOptions
  readonly #listeners = new Set<() => void>()
  #connection: Connection | null = null
  #facts: ModemFacts | null = null
  #simPath: string | null = null
  #ownBearer: string | null = null
  #isStarted = false
  #isLogged = false
  #refreshing: Promise<void> = Promise.resolve()
  #cancel: (() => void) | undefined

  constructor(options: ModemManagerOptions) {
    this.#options = options
  }

  get facts(): ModemFacts | null {
    return this.#facts
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async start(): Promise<void> {
    this.#isStarted = true
    void this.#open()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.#cancel?.()
    this.#connection?.close()
    this.#connection = null
    this.#facts = null
  }

  async enterPin(pin: string): Promise<boolean> {
    if (this.#simPath === null) throw new Error('there is no SIM')
    try {
      await this.#call(this.#simPath, interfaces.sim, 'SendPin', 's', [pin], enableMs)
      return true
    } catch (error) {
      if (wasNotTried(error)) throw error
      this.#options.log.debug({ err: error }, 'sim refused the PIN')
      return false
    }
  }

  async enable(isOn: boolean): Promise<void> {
    await this.#call(this.#modemPath, interfaces.modem, 'Enable', 'b', [isOn], enableMs)
  }

  async connect({ apn, user, password }: AccessPoint, isRoamingAllowed: boolean): Promise<void> {
    const properties = new Map<string, Value>([
      ['apn', variant('s', apn)],
      ['ip-type', variant('u', 1)],
      ['allow-roaming', variant('b', isRoamingAllowed)],
      ...(user === '' ? [] : [['user', variant('s', user)] as const]),
      ...(password === '' ? [] : [['password', variant('s', password)] as const]),
    ])
    const [path] = await this.#call(this.#modemPath, interfaces.simple, 'Connect', 'a{sv}', [properties], connectMs)
    this.#ownBearer = textOf(path)
    await this.#refreshNow()
  }

  /** Ours alone. */
  async disconnect(): Promise<void> {
    if (this.#ownBearer === null) return
    await this.#call(this.#modemPath, interfaces.simple, 'Disconnect', 'o', [this.#ownBearer], connectMs)
    this.#ownBearer = null
    await this.#refreshNow()
  }

  async messages(): Promise<readonly ReceivedSms[]> {
    const [paths] = await this.#call(this.#modemPath, interfaces.messaging, 'List')
    const found: ReceivedSms[] = []
    for (const path of (paths as readonly string[]).slice(0, messagesMax)) {
      const sms = smsOf(path, await this.#propertiesOf(path, interfaces.sms))
      if (sms !== null) found.push(sms)
    }
    return found.toSorted((a, b) => (a.sentAt?.getTime() ?? 0) - (b.sentAt?.getTime() ?? 0))
  }

  async removeMessage(path: string): Promise<void> {
    await this.#call(this.#modemPath, interfaces.messaging, 'Delete', 'o', [path])
  }

  /** Deletes the sent message from the modem in every case. */
  async send(to: string, text: string): Promise<void> {
    const properties = new Map([
      ['number', variant('s', to)],
      ['text', variant('s', text)],
    ])
    const [path] = await this.#call(this.#modemPath, interfaces.messaging, 'Create', 'a{sv}', [properties])
    try {
      await this.#call(textOf(path), interfaces.sms, 'Send', '', [], sendMs)
    } finally {
      await this.removeMessage(textOf(path)).catch(() => {})
    }
  }

  async ussd(code: string): Promise<string> {
    const [answer] = await this.#call(this.#modemPath, interfaces.ussd, 'Initiate', 's', [code], ussdMs)
    // A USSD menu that waits for a reply would block the next request.
    await this.#call(this.#modemPath, interfaces.ussd, 'Cancel').catch(() => {})
    return textOf(answer)
  }

  get #modemPath(): string {
    if (this.#facts === null) throw new Error('there is no modem')
    return this.#facts.path
  }

  #call(
    path: string,
    of: string,
    member: string,
    signature = '',
    body: readonly Value[] = [],
    timeoutMs?: number,
  ): Promise<readonly Value[]> {
    if (this.#connection === null) return Promise.reject(new Error('there is no system bus'))
    const call = { destination: service, path, interface: of, member, signature, body }
    return this.#connection.call({ ...call, ...(timeoutMs !== undefined && { timeoutMs }) })
  }

  #propertiesOf(path: string, of: string): Promise<Properties> {
    if (this.#connection === null) return Promise.reject(new Error('there is no system bus'))
    return getAll(this.#connection, service, path, of)
  }

  async #open(): Promise<void> {
    const { address, clock, log } = this.#options
    try {
      const connection = await Connection.open({ address, clock, onClose: (why) => this.#closed(why) })
      if (!this.#isStarted) return connection.close()
      this.#connection = connection
      const changed = (): void => this.#refreshSoon()
      const below = { sender: service, pathNamespace: root }
      await connection.subscribe({ ...below, interface: interfaces.objects }, changed)
      await connection.subscribe({ ...below, interface: interfaces.properties, member: 'PropertiesChanged' }, changed)
      await connection.subscribe({ ...below, interface: interfaces.messaging }, changed)
      await connection.subscribe({ ...busNames, member: 'NameOwnerChanged', arg0: service }, changed)
      await this.#refreshNow()
    } catch (error) {
      this.#connection?.close()
      this.#connection = null
      if (!this.#isLogged) log.info({ err: error }, 'system bus not available: modem is off')
      this.#isLogged = true
      this.#openLater()
    }
  }

  #openLater(): void {
    if (this.#isStarted) this.#cancel = this.#options.clock.after(againMs, () => void this.#open())
  }

  #closed(why: Error): void {
    if (!this.#isStarted) return
    this.#options.log.warn({ err: why }, 'system bus connection lost')
    this.#connection = null
    this.#cancel?.()
    this.#set(null)
    this.#openLater()
  }

  #refreshSoon(): void {
    if (this.#connection === null) return
    this.#cancel?.()
    this.#cancel = this.#options.clock.after(gatherMs, () => void this.#refreshNow())
  }

  /** Serializes updates; waiting callers share the next one. */
  #refreshNow(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh())
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    try {
      const facts = await this.#read()
      if (this.#isStarted) this.#set(facts)
    } catch (error) {
      this.#options.log.debug({ err: error }, 'ModemManager does not respond')
      this.#set(null)
    }
  }

  #set(facts: ModemFacts | null): void {
    this.#facts = facts
    for (const listener of this.#listeners) listener()
  }

  async #read(): Promise<ModemFacts | null> {
    const [objects] = await this.#call(root, interfaces.objects, 'GetManagedObjects')
    const modems = Array.from(objects as ReadonlyMap<string, ReadonlyMap<string, Value>>, ([path, of]) => ({
      path,
      modem: plainProperties(of.get(interfaces.modem)),
      threeGpp: plainProperties(of.get(interfaces.threeGpp)),
    }))
    const chosen = modems.find(({ modem }) => pathOf(modem, 'Sim') !== null) ?? modems[0]
    if (chosen === undefined) return null
    this.#simPath = pathOf(chosen.modem, 'Sim')
    const sim = this.#simPath === null ? null : await this.#propertiesOf(this.#simPath, interfaces.sim)
    const paths = (chosen.modem.get('Bearers') ?? []) as readonly string[]
    const bearers = await Promise.all(
      paths.map(async (path) => ({ path, properties: await this.#propertiesOf(path, interfaces.bearer) })),
    )
    return modemFactsOf({ ...chosen, sim, bearers })
  }
}

const notTriedErrors = /Unauthorized|WrongState|AccessDenied|ServiceUnknown|UnknownMethod|UnknownObject/

/** True if the SIM was not asked, so no attempt was used. Any other failure may have used one. */
const wasNotTried = (error: unknown): boolean =>
  !(error instanceof DBusError) || notTriedErrors.test(error.errorName.split('.').at(-1) ?? '')

const refuse = (): Promise<never> => Promise.reject(new Error('there is no modem'))

/** Placeholder when no modem is served. */
export const noModem: WatchedModemPort = {
  facts: null,
  start: async () => {},
  stop: async () => {},
  onChange: () => () => {},
  enterPin: refuse,
  enable: refuse,
  connect: refuse,
  disconnect: async () => {},
  messages: refuse,
  removeMessage: refuse,
  send: refuse,
  ussd: refuse,
}
