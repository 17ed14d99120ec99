import { type Properties, plainProperties } from '../dbus/index.ts'
import type { AddressMethod, Bearer, ModemFacts, ReceivedSms, SimLock } from './facts.ts'

/** Meaning of ModemManager's numbers. */
const states = { failed: -1, locked: 2, disabled: 3, enabled: 6, disconnecting: 9, connecting: 10 }
const locks: Readonly<Record<number, SimLock>> = { 0: 'unknown', 1: 'none', 2: 'pin' }
const simPin = 2
const registrations: Readonly<Record<number, ModemFacts['registration']>> = { 1: 'home', 5: 'roaming' }
const methods: Readonly<Record<number, AddressMethod>> = { 1: 'ppp', 2: 'static', 3: 'dhcp' }
/** Bits of access technologies: GSM to EDGE, UMTS to HSPA+, LTE and later. */
const second = 0x1e
const third = 0x3e0
const fourth = 0x3c000
const netPort = 2
const received = 3

const text = (properties: Properties, name: string): string | null => {
  const value = properties.get(name)
  return typeof value === 'string' && value !== '' ? value : null
}

const number = (properties: Properties, name: string): number => {
  const value = properties.get(name)
  return typeof value === 'number' ? value : 0
}

/** The highest that there is. */
const generationOf = (bits: number): ModemFacts['generation'] => {
  if ((bits & fourth) !== 0) return '4g'
  if ((bits & third) !== 0) return '3g'
  return (bits & second) !== 0 ? '2g' : null
}

/** Path of an object; `/` means none. */
export const pathOf = (properties: Properties, name: string): string | null => {
  const path = text(properties, name)
  return path === '/' ? null : path
}

export interface ModemObjects {
  readonly path: string
  readonly modem: Properties
  readonly threeGpp: Properties
  /** Null without a SIM. */
  readonly sim: Properties | null
  readonly bearers: readonly { readonly path: string; readonly properties: Properties }[]
}

export const modemFactsOf = ({ path, modem, threeGpp, sim, bearers }: ModemObjects): ModemFacts => {
  const state = number(modem, 'State')
  const retries = modem.get('UnlockRetries')
  const tries = retries instanceof Map ? (retries as ReadonlyMap<number, number>).get(simPin) : undefined
  const signal = modem.get('SignalQuality')
  const connected = bearers.find(({ properties }) => properties.get('Connected') === true)
  const ports = modem.get('Ports')
  return {
    path,
    hasSim: sim !== null,
    lock: locks[number(modem, 'UnlockRequired')] ?? 'other',
    pinTries: tries ?? null,
    isEnabled: state >= states.enabled,
    isDisabled: state === states.disabled,
    imei: text(modem, 'EquipmentIdentifier'),
    ccid: sim === null ? null : text(sim, 'SimIdentifier'),
    imsi: sim === null ? null : text(sim, 'Imsi'),
    operator: text(threeGpp, 'OperatorName'),
    registration: registrations[number(threeGpp, 'RegistrationState')] ?? 'none',
    generation: generationOf(number(modem, 'AccessTechnologies')),
    signalPercent: Array.isArray(signal) && typeof signal[0] === 'number' ? signal[0] : 0,
    bearer: connected === undefined ? null : bearerOf(connected.path, connected.properties),
    isBusy: state === states.disconnecting || state === states.connecting,
    hasInterface: Array.isArray(ports) && ports.some((port) => Array.isArray(port) && port[1] === netPort),
  }
}

const bearerOf = (path: string, properties: Properties): Bearer => {
  const config = plainProperties(properties.get('Ip4Config'))
  const prefix = config.get('prefix')
  const mtu = config.get('mtu')
  return {
    path,
    interface: text(properties, 'Interface') ?? '',
    method: methods[number(config, 'method')] ?? 'unknown',
    address: text(config, 'address'),
    prefix: typeof prefix === 'number' ? prefix : null,
    gateway: text(config, 'gateway'),
    mtu: typeof mtu === 'number' && mtu > 0 ? mtu : null,
    dnsServers: ['dns1', 'dns2', 'dns3'].flatMap((name) => text(config, name) ?? []),
  }
}

/** A complete received message; null for any other. */
export const smsOf = (path: string, properties: Properties): ReceivedSms | null => {
  if (properties.get('State') !== received) return null
  return {
    path,
    from: text(properties, 'Number') ?? '',
    text: text(properties, 'Text') ?? '',
    sentAt: momentOf(text(properties, 'Timestamp') ?? ''),
  }
}

/** `2026-11-16T12:00:00+02`: hours alone are no zone elsewhere. */
const momentOf = (stamp: string): Date | null => {
  const moment = new Date(stamp.replace(/([+-]\d{2})$/, '$1:00'))
  return Number.isNaN(moment.getTime()) ? null : moment
}
