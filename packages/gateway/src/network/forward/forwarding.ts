import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Lifecycle } from '../../base/lifecycle.ts'
import { isOwnEndpoint, type OwnEndpoint } from '../own-endpoint.rules.ts'
import type { Path } from '../paths.rules.ts'
import { ForwardRow } from './forward-row.ts'
import type { PortListenerParts } from './port-listener.ts'
import type { FwdRow } from './settings.ts'
import type { OpenUdp } from './udp-session.ts'

export interface ForwardingParts {
  readonly settings: readonly FwdRow[]
  /** Listen address of all rows. */
  readonly host: string
  /** Other listeners of this gateway. */
  readonly own: () => readonly OwnEndpoint[]
  /** The box's own, as they are now. */
  readonly addresses: () => readonly string[]
  /** DNS servers of the settings, or of the system. */
  readonly dnsServers: () => readonly string[]
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'error' | 'info'>
  readonly lookup?: (name: string) => Promise<readonly { readonly address: string }[]>
  readonly openUdp?: OpenUdp
  /** Path to use; null when none is available. Defaults to the system's routes. */
  readonly path?: () => Path | null
  readonly isMobile?: PortListenerParts['isMobile']
}

interface ForwardStatus extends FwdRow {
  readonly listenPort: number
  readonly isOpen: boolean
  readonly clients: number
  /** Last problem; null after a later success. */
  readonly problem: string | null
}

/** Setting `fwd`: ports that lead to servers elsewhere, and never back to this gateway. */
export class Forwarding implements Lifecycle<readonly FwdRow[], readonly ForwardStatus[]> {
  readonly #parts: ForwardingParts
  #settings: readonly FwdRow[]
  /** Used rows by their index in the setting. */
  readonly #rows = new Map<number, ForwardRow>()

  constructor(parts: ForwardingParts) {
    this.#parts = parts
    this.#settings = parts.settings
  }

  async start(): Promise<void> {
    for (const [at, row] of this.#settings.entries()) {
      if (row.listenPort !== null) this.#rows.set(at, this.#rowFor(row, row.listenPort))
    }
    await Promise.all(Array.from(this.#rows.values(), (row) => row.start()))
  }

  async apply(settings: readonly FwdRow[]): Promise<void> {
    await this.stop()
    this.#settings = settings
    await this.start()
  }

  async stop(): Promise<void> {
    const rows = Array.from(this.#rows.values())
    this.#rows.clear()
    await Promise.all(rows.map((row) => row.stop()))
  }

  /** Status of the used rows. */
  status(): readonly ForwardStatus[] {
    return this.#settings.flatMap(({ listenPort, isUdp, serverAddr, serverPort }, at) => {
      const { isOpen = false, clients = 0, problem = null } = this.#rows.get(at) ?? {}
      return listenPort === null ? [] : [{ listenPort, isUdp, serverAddr, serverPort, isOpen, clients, problem }]
    })
  }

  #rowFor(row: FwdRow, listenPort: number): ForwardRow {
    const { host, addresses, dnsServers, clock, log } = this.#parts
    const { isUdp } = row
    const parts = {
      row,
      host,
      dnsServers,
      clock,
      log,
      lookup: this.#parts.lookup ?? ((name: string) => lookup(name, { all: true })),
      isMobile: this.#parts.isMobile ?? (() => false),
      openUdp: this.#parts.openUdp ?? ((type) => createSocket(type)),
      path: this.#parts.path ?? ((): Path => ({ name: 'eth' })),
      isOwn: ({ address, port }: { address: string; port: number }) =>
        isOwnEndpoint({ address, port, isUdp }, this.#own(), addresses()),
    }
    return new ForwardRow(parts, listenPort)
  }

  /** Includes the rows themselves, because forwarding between them would loop. */
  #own(): readonly OwnEndpoint[] {
    const { own, host: address } = this.#parts
    const rows = this.#settings.flatMap(({ listenPort: port, isUdp }) =>
      port === null ? [] : [{ address, port, isUdp }],
    )
    return [...own(), ...rows]
  }
}
