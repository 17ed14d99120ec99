import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { HelperRequest } from '../helper-requests.ts'
import type { EthernetMemory } from './memory.ts'
import { type EthernetSettings, interfaceSettingsOf } from './settings.rules.ts'

const checkIntervalMs = 2000

export interface EthernetTrialOptions {
  readonly settings: EthernetSettings
  readonly memory: EthernetMemory
  readonly confirmSec: number
  readonly ask: (request: HelperRequest) => Promise<void>
  /** The router of the lease that there is. */
  readonly router: () => Promise<string | null>
  /** These count, and not those that were saved. */
  readonly use: (settings: EthernetSettings) => void
  /** The cloud to which the gateway belongs has proven itself again. */
  readonly isCloudProven: () => boolean
  /** The interface is as it is to stay. */
  readonly onSettled: () => void
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * Tries new settings of the interface: the system reverts them after a timeout unless a client reaches the gateway.
 * Reverted settings are not retried automatically.
 */
export class EthernetTrial {
  readonly #options: EthernetTrialOptions
  #isOnTrial = false
  #isConfirming = false
  readonly #checks: Periodic
  #cancelEnd: () => void = () => {}

  constructor(options: EthernetTrialOptions) {
    this.#options = options
    const { clock, log, isCloudProven } = options
    this.#checks = new Periodic({
      name: 'ethernet trial',
      clock,
      everyMs: checkIntervalMs,
      work: () => {
        if (isCloudProven()) void this.confirm()
      },
      onError: (error) => log.warn({ err: error }, 'ethernet settings in their trial period could not be checked'),
    })
  }

  async start(): Promise<void> {
    const { settings, memory, confirmSec, ask, router, log, clock, onSettled } = this.#options
    if (memory.isConfirmed(settings)) return onSettled()
    if (memory.isRefused(settings)) {
      log.info({}, 'saved ethernet settings were not confirmed; a requested reboot retries them')
      return this.#goBack()
    }
    try {
      memory.trying(settings)
      await ask({ verb: 'ethernet-try', settings: interfaceSettingsOf(settings, await router()), confirmSec })
    } catch (error) {
      log.warn({ err: error }, 'ethernet settings could not be applied: they stay saved, the interface is unchanged')
      return this.#goBack()
    }
    log.info({ confirmSec }, 'ethernet settings are in their trial period until a user logs in or the cloud is reached')
    this.#isOnTrial = true
    this.#cancelEnd = clock.after(confirmSec * 1000, () => this.#over())
    this.#checks.start()
  }

  stop(): Promise<void> {
    this.#isOnTrial = false
    this.#cancelEnd()
    return this.#checks.stop()
  }

  /** A client has reached the gateway by this interface. */
  async confirm(): Promise<void> {
    const { settings, memory, ask, log, onSettled } = this.#options
    if (!this.#isOnTrial || this.#isConfirming) return
    this.#isConfirming = true
    try {
      await ask({ verb: 'ethernet-keep' })
      void this.stop()
      memory.confirm(settings)
      log.info({}, 'ethernet settings confirmed')
      onSettled()
    } catch (error) {
      log.warn({ err: error }, 'ethernet settings could not be confirmed')
    } finally {
      this.#isConfirming = false
    }
  }

  #over(): void {
    void this.stop()
    this.#options.log.warn({}, 'ethernet settings rolled back: no client confirmed them')
    this.#goBack()
  }

  #goBack(): void {
    const { memory, use } = this.#options
    if (memory.confirmed !== null) use(memory.confirmed)
  }
}
