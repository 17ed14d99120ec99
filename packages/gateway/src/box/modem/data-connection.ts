import { type Clock, exponentialBackOff } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { type AccessPointSettings, accessPointName, accessPointsFor } from './access-points.rules.ts'
import { type DataPolicy, judgeData } from './data.rules.ts'
import type { Bearer, ModemFacts, ModemPort } from './facts.ts'
import type { ModemMemory } from './memory.ts'
import type { Provider } from './service-providers.ts'

/** Assigns and releases the address of a modem interface. */
export interface AddressAssigner {
  assign(bearer: Bearer): Promise<void>
  release(bearer: Bearer): Promise<void>
}

export interface DataConnectionParts {
  readonly port: Pick<ModemPort, 'facts' | 'connect' | 'disconnect'>
  readonly settings: AccessPointSettings
  readonly policy: () => DataPolicy
  readonly providerOf: (imsi: string) => Provider
  readonly addresses: AddressAssigner
  readonly memory: Pick<ModemMemory, 'workedFor' | 'saveWorked'>
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

const [pauseMinMs, pauseMaxMs] = [60_000, 900_000]

/** Keeps a data connection while it is required: tries one access point after another, then pauses. */
export class DataConnection {
  readonly #parts: DataConnectionParts
  #isOurs = false
  #assignedBearer: Bearer | null = null
  #failures = 0
  #nextMs = 0
  #isWithoutPoints = false
  #working: Promise<void> | null = null

  constructor(parts: DataConnectionParts) {
    this.#parts = parts
  }

  /** Performs the next step; a call during a step returns at once. */
  check(): Promise<void> {
    this.#working ??= this.#step().finally(() => {
      this.#working = null
    })
    return this.#working
  }

  /** Closes the connection that the gateway opened. */
  async stop(): Promise<void> {
    await this.#working
    if (this.#isOurs) await this.#end()
  }

  async #step(): Promise<void> {
    const { port, clock, policy } = this.#parts
    const modem = port.facts
    if (modem === null) return this.#onLost()
    if (modem.bearer === null && this.#assignedBearer !== null) await this.#onLost()
    const verdict = judgeData(modem, this.#isOurs, policy())
    if (verdict === 'disconnect') return this.#end()
    if (verdict === 'connect' && clock.now() >= this.#nextMs) await this.#begin(modem)
  }

  async #begin(modem: ModemFacts): Promise<void> {
    const { clock, log } = this.#parts
    if (await this.#isConnected(modem)) {
      this.#failures = 0
      return
    }
    const pauseMs = exponentialBackOff(this.#failures, pauseMinMs, pauseMaxMs)
    this.#failures += 1
    this.#nextMs = clock.now() + pauseMs
    if (!this.#isWithoutPoints) log.info({ pauseMs }, 'modem reconnects later')
  }

  async #isConnected({ imsi, ccid }: ModemFacts): Promise<boolean> {
    const { port, settings, providerOf, memory, policy, log } = this.#parts
    const found = settings.apnAutodetectEnable ? providerOf(imsi ?? '').accessPoints : []
    const points = accessPointsFor(settings, found, memory.workedFor(ccid ?? ''))
    if (points.length === 0 && !this.#isWithoutPoints)
      log.warn({ imsi: imsi?.slice(0, 5) }, 'no access point known for this sim: set gsm.apnHost')
    this.#isWithoutPoints = points.length === 0
    for (const point of points) {
      const { apn } = point
      try {
        await port.connect(point, policy().isRoamingAllowed)
        this.#isOurs = true
        await this.#assignAddress()
        memory.saveWorked(ccid ?? '', accessPointName(point))
        log.info({ apn }, 'modem connected')
        return true
      } catch (error) {
        log.warn({ err: error, apn }, 'modem connection failed')
        if (this.#isOurs) return this.#end().then(() => false)
      }
    }
    return false
  }

  /** Closes the connection when it cannot get an address. */
  async #assignAddress(): Promise<void> {
    const { port, addresses } = this.#parts
    const bearer = port.facts?.bearer ?? null
    if (bearer === null) throw new Error('it ended at once')
    await addresses.assign(bearer)
    this.#assignedBearer = bearer
  }

  async #end(): Promise<void> {
    const { port, log } = this.#parts
    await this.#onLost()
    await port.disconnect().catch((error: unknown) => log.warn({ err: error }, 'modem could not be disconnected'))
  }

  async #onLost(): Promise<void> {
    const { addresses, log } = this.#parts
    const bearer = this.#assignedBearer
    this.#assignedBearer = null
    this.#isOurs = false
    if (bearer === null) return
    log.info({}, 'modem connection lost')
    await addresses
      .release(bearer)
      .catch((error: unknown) => log.warn({ err: error }, 'modem address could not be released'))
  }
}

/** Helpers of the box, which may change its network. */
interface ModemHelpers {
  /** Rejects without a network helper. */
  readonly setAddress: (request: {
    readonly interface: string
    readonly config: ModemAddressConfig | null
  }) => Promise<void>
  readonly setDhcp: (request: { readonly interface: string; readonly isOn: boolean }) => Promise<void>
}

interface ModemAddressConfig {
  readonly address: string
  readonly prefix: number
  readonly gateway: string | null
  readonly mtu: number | null
}

/** Assigns addresses: the network helper sets static ones, systemd-networkd requests the others from the modem. */
export const addressesBy = ({ setAddress, setDhcp }: ModemHelpers): AddressAssigner => ({
  async assign(bearer) {
    const { interface: name, method } = bearer
    if (method === 'static') await setAddress({ interface: name, config: configOf(bearer) })
    else if (method === 'dhcp') await setDhcp({ interface: name, isOn: true })
    else throw new Error('its data is PPP, which is left to NetworkManager')
  },
  async release({ interface: name, method }) {
    if (method === 'static') await setAddress({ interface: name, config: null })
    else if (method === 'dhcp') await setDhcp({ interface: name, isOn: false })
  },
})

const configOf = ({ address, prefix, gateway, mtu }: Bearer): ModemAddressConfig => {
  if (address === null || prefix === null) throw new Error('the network gave it no address')
  return { address, prefix, gateway, mtu }
}
