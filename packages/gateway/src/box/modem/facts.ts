/** How a bearer gets its address. */
export type AddressMethod = 'static' | 'dhcp' | 'ppp' | 'unknown'

/** A data connection that is up. */
export interface Bearer {
  readonly path: string
  /** `wwan0`, or the serial port where it is PPP. */
  readonly interface: string
  readonly method: AddressMethod
  /** Address of a statically configured bearer. */
  readonly address: string | null
  readonly prefix: number | null
  readonly gateway: string | null
  readonly mtu: number | null
  readonly dnsServers: readonly string[]
}

/** Lock that the SIM must be freed from before use. */
export type SimLock = 'unknown' | 'none' | 'pin' | 'other'

/** A modem as the system reports it. */
export interface ModemFacts {
  readonly path: string
  readonly hasSim: boolean
  readonly lock: SimLock
  /** Tries of the PIN that are left; null where the modem does not tell. */
  readonly pinTries: number | null
  /** It can be used: neither failed, nor locked, nor switched off. */
  readonly isEnabled: boolean
  /** It can be switched on. */
  readonly isDisabled: boolean
  readonly imei: string | null
  readonly ccid: string | null
  readonly imsi: string | null
  readonly operator: string | null
  readonly registration: 'none' | 'home' | 'roaming'
  readonly generation: '2g' | '3g' | '4g' | null
  readonly signalPercent: number
  readonly bearer: Bearer | null
  /** A bearer is being connected or ended. */
  readonly isBusy: boolean
  /** It has a network interface of its own; without one its data is PPP. */
  readonly hasInterface: boolean
}

/** A message that has come. */
export interface ReceivedSms {
  readonly path: string
  readonly from: string
  readonly text: string
  /** Time stamp of the message centre; null when it has none. */
  readonly sentAt: Date | null
}

/** Access point that a bearer is requested for. */
export interface AccessPoint {
  readonly apn: string
  readonly user: string
  readonly password: string
}

/** The modem of the box, by whatever speaks to it. */
export interface ModemPort {
  /** Null: there is none, or no program that speaks to it. */
  readonly facts: ModemFacts | null
  /** False where the SIM did not take it; rejects where it was not asked. */
  enterPin(pin: string): Promise<boolean>
  enable(isOn: boolean): Promise<void>
  connect(accessPoint: AccessPoint, isRoamingAllowed: boolean): Promise<void>
  disconnect(): Promise<void>
  /** Complete messages, oldest first. */
  messages(): Promise<readonly ReceivedSms[]>
  removeMessage(path: string): Promise<void>
  send(number: string, text: string): Promise<void>
  /** The network's answer to a code. */
  ussd(code: string): Promise<string>
}
