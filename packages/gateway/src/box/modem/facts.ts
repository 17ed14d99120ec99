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
  /** Remaining PIN attempts; null when the modem does not report them. */
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
  /** Whether the modem has a network interface; otherwise its data uses PPP. */
  readonly hasInterface: boolean
}

/** A received message. */
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

/** Access to the modem of the box. */
export interface ModemPort {
  /** Null without a modem, or without a program that controls it. */
  readonly facts: ModemFacts | null
  /** False when the SIM refused the PIN; rejects when the PIN was not sent. */
  enterPin(pin: string): Promise<boolean>
  enable(isOn: boolean): Promise<void>
  connect(accessPoint: AccessPoint, isRoamingAllowed: boolean): Promise<void>
  disconnect(): Promise<void>
  /** Complete messages, oldest first. */
  messages(): Promise<readonly ReceivedSms[]>
  removeMessage(path: string): Promise<void>
  send(number: string, text: string): Promise<void>
  /** Reply of the network to a code. */
  ussd(code: string): Promise<string>
}
