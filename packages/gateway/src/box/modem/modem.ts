import { createHash } from 'node:crypto'
import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Variant } from '../../base/variant.ts'
import type { UnitGate } from '../../bus/gate/requester.ts'
import { SmsInbox } from '../sms/inbox.ts'
import type { SmsRights } from '../sms/judge.rules.ts'
import { SmsOutbox } from '../sms/outbox.ts'
import { smsTexts } from '../sms/texts.ts'
import type { AccessPointSettings } from './access-points.rules.ts'
import { Balance } from './balance.ts'
import { type AddressAssigner, DataConnection } from './data-connection.ts'
import type { Bearer, ModemFacts, ModemPort } from './facts.ts'
import { gsmState } from './gsm-state.rules.ts'
import type { ModemMemory } from './memory.ts'
import type { Provider } from './service-providers.ts'
import { TrafficTotal } from './traffic-total.ts'

/** Hash of a refused PIN with its SIM, stored instead of the PIN. */
export const pinMark = (ccid: string, pin: string): string =>
  createHash('sha256').update(`busbar pin ${ccid} ${pin}`).digest('hex').slice(0, 32)

/** PIN as text: the setting is a number of four digits. */
export const pinText = (pinCode: number): string => String(pinCode).padStart(4, '0')

type PinVerdict = 'send' | 'not needed' | 'no PIN' | 'refused before' | 'too few tries'

/** The last attempts are never used: a third wrong PIN locks the SIM until its PUK is entered. */
const triesMin = 2

export const judgePin = (
  { hasSim, lock, pinTries, ccid }: Pick<ModemFacts, 'hasSim' | 'lock' | 'pinTries' | 'ccid'>,
  pinCode: number | null,
  refused: readonly string[],
): PinVerdict => {
  if (!hasSim || lock !== 'pin') return 'not needed'
  if (pinCode === null) return 'no PIN'
  if (refused.includes(pinMark(ccid ?? '', pinText(pinCode)))) return 'refused before'
  return pinTries !== null && pinTries < triesMin ? 'too few tries' : 'send'
}

/** Setting `gsm`. */
export interface GsmSettings extends AccessPointSettings {
  readonly enable: boolean
  readonly tcpInRoamingEnable: boolean
  readonly smsInRoamingEnable: boolean
  readonly pinCode: number | null
  readonly balanceUssdReq: string
  readonly phones: readonly string[]
}

/** A port that reports changes. */
export interface WatchedModemPort extends ModemPort {
  start(): Promise<void>
  stop(): Promise<void>
  onChange(listener: () => void): () => void
}

export interface ModemParts {
  readonly variant: Variant
  readonly settings: GsmSettings
  readonly language: string
  readonly port: WatchedModemPort
  readonly memory: ModemMemory
  readonly gate: UnitGate
  readonly rights: () => SmsRights
  /** True if any `connMode` includes GSM. */
  readonly isDataUsed: () => boolean
  readonly providerOf: (imsi: string) => Provider
  readonly addresses: AddressAssigner
  /** Returns the interface and address of the box in the network of a bearer. */
  readonly bearerAddress: (bearer: Bearer) => { readonly interface: string; readonly ip: string } | null
  readonly interfaceBytes: (name: string) => number
  /** Label and run time for SMS answers. */
  readonly about: () => { readonly label: string; readonly runTimeMin: number }
  readonly isClockRight: () => boolean
  /** Its place may be another. */
  readonly onChange: () => void
  readonly now: () => Date
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

const checkIntervalMs = 10_000

/** Immediate outcome of a task's message. */
export type SmsOutcome = 'sent' | 'no modem' | 'no phone' | 'unsent'

/** The modem of the box, if it has one: its PIN, its data, its messages. */
export class Modem {
  readonly #parts: ModemParts
  readonly #traffic: TrafficTotal
  readonly #data: DataConnection
  readonly #balance: Balance
  readonly #inbox: SmsInbox
  readonly #outbox: SmsOutbox
  readonly #checks: Periodic
  #lastLogged = ''
  #unsubscribe: () => void = () => {}

  constructor(parts: ModemParts) {
    this.#parts = parts
    const { port, settings, memory, clock, log, providerOf, now } = parts
    const { enable: isEnabled, tcpInRoamingEnable: isRoamingAllowed } = settings
    const texts = smsTexts(parts.language)
    this.#checks = new Periodic({
      name: 'modem',
      clock,
      everyMs: checkIntervalMs,
      work: () => {
        parts.onChange()
        return this.#check()
      },
      onError: (error) => log.warn({ err: error }, 'modem could not be updated'),
    })
    this.#traffic = new TrafficTotal({ memory, clock, interfaceBytes: parts.interfaceBytes, log })
    const policy = () => ({ isEnabled, isRoamingAllowed, isUsed: parts.isDataUsed() })
    const shared = { port, memory, clock, log }
    this.#data = new DataConnection({ ...shared, settings, policy, providerOf, addresses: parts.addresses })
    const code = settings.balanceUssdReq
    this.#balance = new Balance({ ...shared, code, providerOf, unknown: texts.noBalance })
    this.#outbox = new SmsOutbox({ ...shared, isRoamingAllowed: settings.smsInRoamingEnable, now })
    this.#inbox = new SmsInbox({
      ...shared,
      gate: parts.gate,
      rights: parts.rights,
      phones: settings.phones,
      texts,
      reply: (number, text) => void this.#outbox.send(number, text),
      stateLine: () => this.#stateLine(),
      balance: () => this.#balance.ask(),
      now,
      isClockRight: parts.isClockRight,
    })
  }

  async start(): Promise<void> {
    this.#traffic.start()
    this.#unsubscribe = this.#parts.port.onChange(() => this.#wake())
    await this.#parts.port.start()
    this.#wake()
    if (!this.#checks.isStopped) this.#checks.start()
  }

  async stop(): Promise<void> {
    const checked = this.#checks.stop()
    this.#unsubscribe()
    this.#inbox.stop()
    this.#updateTraffic()
    await this.#traffic.stop()
    await this.#data.stop()
    await this.#parts.port.stop()
    await checked
  }

  /** State group `gsm`. */
  status() {
    const { variant, settings, port } = this.#parts
    this.#updateTraffic()
    const ip = this.uplink()?.ip ?? null
    return gsmState({ variant, isWanted: settings.enable, modem: port.facts, ip, trafficBytes: this.#traffic.bytes })
  }

  /** All bytes over the modem. */
  get trafficBytes(): number {
    this.#updateTraffic()
    return this.#traffic.bytes
  }

  get isThere(): boolean {
    return this.#parts.settings.enable && this.#parts.port.facts !== null
  }

  /** Returns the interface, address and DNS servers of the mobile connection; null without one. */
  uplink(): { readonly interface: string; readonly ip: string; readonly dnsServers: readonly string[] } | null {
    const { port, settings, bearerAddress } = this.#parts
    const bearer = port.facts?.bearer ?? null
    if (!settings.enable || bearer === null) return null
    const address = bearerAddress(bearer)
    return address === null ? null : { ...address, dnsServers: bearer.dnsServers }
  }

  /** To phone `n` of the settings, from 1. */
  sendTo(n: number, text: string): SmsOutcome {
    if (!this.isThere) return 'no modem'
    const phone = this.#parts.settings.phones[n - 1] ?? ''
    if (phone === '') return 'no phone'
    return this.#outbox.send(phone, text) ? 'sent' : 'unsent'
  }

  #wake(): void {
    if (this.#checks.isRunning) this.#parts.onChange()
    this.#checks.wake()
  }

  async #check(): Promise<void> {
    const { port, settings } = this.#parts
    this.#updateTraffic()
    const modem = port.facts
    this.#logState(modem)
    void this.#data.check()
    if (modem === null) return
    if (!settings.enable) {
      // A connection of another program stays open.
      if (modem.isEnabled && modem.bearer === null) await port.enable(false)
      return
    }
    await this.#enterPin(modem)
    if (modem.isDisabled) await port.enable(true)
    if (!modem.isEnabled) return
    await this.#inbox.check()
    await this.#balance.check()
  }

  async #enterPin(modem: ModemFacts): Promise<void> {
    const { port, settings, memory, log } = this.#parts
    const { pinCode } = settings
    if (pinCode === null || judgePin(modem, pinCode, memory.refusedPins) !== 'send') return
    const mark = pinMark(modem.ccid ?? '', pinText(pinCode))
    memory.pinIsTried(mark)
    try {
      if (!(await port.enterPin(pinText(pinCode)))) {
        log.warn({}, 'sim refused gsm.pinCode: not retried until it changes')
        return
      }
      log.info({}, 'sim unlocked with its PIN')
    } catch (error) {
      log.warn({ err: error }, 'pin could not be sent')
    }
    memory.pinIsUnspent(mark)
  }

  /** Once for each state. */
  #logState(modem: ModemFacts | null): void {
    const { settings, memory, log } = this.#parts
    const text = describeState(modem, settings, memory.refusedPins)
    if (text === this.#lastLogged) return
    this.#lastLogged = text
    log.info({}, text)
  }

  #updateTraffic(): void {
    this.#traffic.update(this.uplink()?.interface ?? null)
  }

  #stateLine(): string {
    const { port, about, language } = this.#parts
    const texts = smsTexts(language)
    const { label, runTimeMin } = about()
    const { operator = null, signalPercent = 0, registration } = port.facts ?? {}
    const parts = [
      label,
      `${texts.signal} ${signalPercent}%`,
      ...(operator === null ? [] : [operator]),
      ...(registration === 'roaming' ? [texts.roaming] : []),
      `${texts.running} ${Math.floor(runTimeMin / 60)}:${String(runTimeMin % 60).padStart(2, '0')}`,
    ]
    return parts.join(', ')
  }
}

const describeState = (
  modem: ModemFacts | null,
  { enable, pinCode }: GsmSettings,
  refused: readonly string[],
): string => {
  if (modem === null) return 'there is no modem'
  if (!enable) return 'the modem is switched off in gsm.enable'
  if (!modem.hasSim) return 'there is a modem without a SIM'
  const trouble = pinTroubles[judgePin(modem, pinCode, refused)]
  if (trouble !== null) return trouble
  if (modem.lock === 'other') return 'the SIM wants another code than its PIN'
  return modem.registration === 'none'
    ? 'the modem is in no network'
    : `the modem is in a network (${modem.registration})`
}

const pinTroubles: Readonly<Record<PinVerdict, string | null>> = {
  send: null,
  'not needed': null,
  'no PIN': 'the SIM wants a PIN, and gsm.pinCode has none',
  'refused before': 'sim refused gsm.pinCode: not retried until it changes',
  'too few tries': 'the SIM has too few tries left: its PIN is not sent',
}
