import type { AccessPoint, ModemFacts, ModemPort, ReceivedSms } from '../facts.ts'
import { modemFacts } from './modem-facts.ts'

/** A scripted modem that records requests. */
export class TestModemPort implements ModemPort {
  facts: ModemFacts | null
  readonly requests: string[] = []
  readonly inbox: ReceivedSms[] = []
  pin = '1234'
  balance: string | Error = '12.50'
  /** Points of access that let it in. */
  apns: readonly string[] = ['internet']
  sendFails = false
  removeFails = false
  readonly #listeners = new Set<() => void>()

  constructor(changes: Partial<ModemFacts> | null = {}) {
    this.facts = changes === null ? null : modemFacts(changes)
  }

  change(changes: Partial<ModemFacts>): void {
    this.facts = modemFacts({ ...this.facts, ...changes })
    for (const listener of this.#listeners) listener()
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  async enterPin(pin: string): Promise<boolean> {
    this.requests.push(`pin ${pin}`)
    if (pin === this.pin) this.change({ lock: 'none', pinTries: 3 })
    else this.change({ pinTries: (this.facts?.pinTries ?? 1) - 1 })
    return pin === this.pin
  }

  async enable(isOn: boolean): Promise<void> {
    this.requests.push(`enable ${isOn}`)
    this.change({ isEnabled: isOn, isDisabled: !isOn })
  }

  async connect({ apn, user, password }: AccessPoint): Promise<void> {
    this.requests.push(`connect ${apn}${user === '' ? '' : ` ${user}:${password}`}`)
    if (!this.apns.includes(apn)) throw new Error('service option not subscribed')
    this.change({
      bearer: {
        path: '/bearer/0',
        interface: 'wwan0',
        method: 'static',
        address: '10.1.2.3',
        prefix: 30,
        gateway: '10.1.2.4',
        mtu: 1430,
        dnsServers: ['9.9.9.9'],
      },
    })
  }

  async disconnect(): Promise<void> {
    this.requests.push('disconnect')
    this.change({ bearer: null })
  }

  async messages(): Promise<readonly ReceivedSms[]> {
    return [...this.inbox]
  }

  async removeMessage(path: string): Promise<void> {
    if (this.removeFails) throw new Error('memory failure')
    this.requests.push(`remove ${path}`)
    const at = this.inbox.findIndex((one) => one.path === path)
    if (at >= 0) this.inbox.splice(at, 1)
  }

  async send(number: string, text: string): Promise<void> {
    this.requests.push(`send ${number} ${text}`)
    if (this.sendFails) throw new Error('network failure')
  }

  async ussd(code: string): Promise<string> {
    this.requests.push(`ussd ${code}`)
    if (this.balance instanceof Error) throw this.balance
    return this.balance
  }
}
