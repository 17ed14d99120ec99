/** Simulated sites on this machine that a sample organization reads: who starts the service brings them along. */
export interface SamplePlant {
  /** Serves them; the ports may be others each time. */
  start(): Promise<readonly SampleSite[]>
  stop(): Promise<void>
}

export interface SampleSite {
  /** Names it for good. */
  slug: string
  name: string
  protocol: 'modbustcp' | 'rtu-over-tcp' | 'ascii-over-tcp'
  host: string
  port: number
  devices: readonly { name: string; unit: number; sku: string }[]
}

export interface SampleOptions {
  /** Null where there is none. */
  plant: SamplePlant | null
  /** Lets an organization dial an address of this machine. */
  allow: (entry: string) => void
}

/** The sites of the sample organization, while there is one. */
export class Sample {
  readonly #options: SampleOptions
  #served: Promise<readonly SampleSite[]> | null = null

  constructor(options: SampleOptions) {
    this.#options = options
  }

  get isAvailable(): boolean {
    return this.#options.plant !== null
  }

  /** Serves the sites for an organization, which alone may dial them. More than once does no harm. */
  async serve(orgId: number): Promise<readonly SampleSite[]> {
    const { plant, allow } = this.#options
    if (plant === null) return []
    this.#served ??= plant.start()
    const sites = await this.#served
    for (const { host, port } of sites) allow(`${host}:${port}@${orgId}`)
    return sites
  }

  async stop(): Promise<void> {
    const served = this.#served
    this.#served = null
    if (served !== null) await this.#options.plant?.stop()
  }
}
