import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ModemPort } from './facts.ts'
import type { Provider } from './service-providers.ts'

export interface BalanceParts {
  readonly port: Pick<ModemPort, 'facts' | 'ussd'>
  /** Setting `gsm.balanceUssdReq`; empty for the known code of the network. */
  readonly code: string
  readonly providerOf: (imsi: string) => Provider
  /** Text used while the balance is unknown. */
  readonly unknown: string
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

const dayMs = 86_400_000
const textMax = 320

/** Balance of the SIM, as reported by its network. */
export class Balance {
  readonly #parts: BalanceParts
  #nextMs = 0

  constructor(parts: BalanceParts) {
    this.#parts = parts
  }

  /** Checks once a day, when the network is available. */
  async check(): Promise<void> {
    const { clock } = this.#parts
    if (clock.now() < this.#nextMs || this.#code === null || !this.#canAsk) return
    this.#nextMs = clock.now() + dayMs
    await this.ask()
  }

  async ask(): Promise<string> {
    const { port, unknown, log } = this.#parts
    const code = this.#code
    if (code === null || !this.#canAsk) return unknown
    try {
      const balance = (await port.ussd(code)).trim().slice(0, textMax)
      log.info({ balance }, 'sim balance')
      return balance === '' ? unknown : balance
    } catch (error) {
      log.warn({ err: error }, 'sim balance unavailable')
      return unknown
    }
  }

  /** Many modems perform only one operation at a time. */
  get #canAsk(): boolean {
    const { facts } = this.#parts.port
    return facts !== null && facts.registration !== 'none' && !facts.isBusy
  }

  get #code(): string | null {
    const { code, providerOf, port } = this.#parts
    return code === '' ? providerOf(port.facts?.imsi ?? '').balanceCode : code
  }
}
