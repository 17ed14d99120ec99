import type { DataFolder } from '../../storage/data-folder.ts'
import { NotSaved } from '../../storage/not-saved.ts'
import { EthernetTrial, type EthernetTrialOptions } from './ethernet-trial.ts'
import { LeaseWatch } from './lease-watch.ts'
import { EthernetMemory } from './memory.ts'
import { isReachedAt, type Lease } from './settings.rules.ts'

interface EthernetOptions extends Omit<EthernetTrialOptions, 'memory' | 'router' | 'onSettled'> {
  readonly folder: Pick<DataFolder, 'read' | 'save'>
  readonly lease: () => Promise<Lease>
  /** Current addresses of the interface. */
  readonly addresses: () => readonly string[]
  /** An address of this box. */
  readonly isOwn: (address: string) => boolean
}

/** Applies the setting `ethernet` to the interface that box.conf assigns to the gateway. */
export class Ethernet {
  readonly #options: EthernetOptions
  readonly #memory: EthernetMemory
  readonly #trial: EthernetTrial
  readonly #leaseWatch: LeaseWatch

  constructor(options: EthernetOptions) {
    this.#options = options
    this.#memory = new EthernetMemory(options.folder)
    this.#leaseWatch = new LeaseWatch(options)
    this.#trial = new EthernetTrial({
      ...options,
      memory: this.#memory,
      router: async () => (await options.lease().catch(() => undefined))?.router ?? null,
      onSettled: () => this.#leaseWatch.start(),
    })
  }

  start(): Promise<void> {
    return this.#trial.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#trial.stop(), this.#leaseWatch.stop()])
  }

  /** Called when a client with a session received a response. */
  clientServed(ends: Parameters<typeof isReachedAt>[2]): void {
    if (isReachedAt(this.#options.addresses(), this.#options.isOwn, ends)) void this.#trial.confirm()
  }

  /** Retries unconfirmed settings at the next start. */
  tryAgain(): void {
    try {
      this.#memory.forgetRefused()
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
    }
  }
}
