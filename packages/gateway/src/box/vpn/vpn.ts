import type { Lifecycle } from '../../base/lifecycle.ts'
import type { ClientInterface } from '../../session/client-interface.rules.ts'
import { arrivalBy } from './arrival.rules.ts'
import { type CloudSourceParts, cloudSource, type ManualSettings, manualSource } from './sources.ts'
import type { TunnelSettings, VpnStatus } from './states.rules.ts'
import { Tunnel, type TunnelParts } from './tunnel.ts'

type WgCloud = TunnelSettings & { readonly hostname: string }
type WgManual = TunnelSettings & ManualSettings

export interface VpnSettings {
  readonly wgCloud: WgCloud
  readonly wgManual: WgManual
}

export interface VpnParts
  extends Omit<CloudSourceParts, 'server'>,
    Omit<TunnelParts, 'slot' | 'settings' | 'source' | 'clock' | 'newBytes'> {
  readonly settings: VpnSettings
  /** Any cloud may bind the gateway for a limited time afterwards. */
  readonly onCloudWanted: () => void
}

/** The tunnels: to the cloud, and one of the owner's own; both may run. */
export class Vpn implements Lifecycle<VpnSettings, VpnStatus> {
  readonly #parts: VpnParts
  #settings: VpnSettings
  #cloud: Tunnel
  #manual: Tunnel

  constructor(parts: VpnParts) {
    this.#parts = parts
    this.#settings = parts.settings
    this.#cloud = this.#newCloud()
    this.#manual = this.#newManual()
  }

  async start(): Promise<void> {
    const { wgCloud } = this.#settings
    if (wgCloud.connMode !== null && wgCloud.hostname !== '') this.#parts.onCloudWanted()
    this.#cloud.start()
    this.#manual.start()
  }

  async apply(settings: VpnSettings): Promise<void> {
    await this.stop()
    this.#settings = settings
    this.#cloud = this.#newCloud()
    this.#manual = this.#newManual()
    await this.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#cloud.stop(), this.#manual.stop()])
  }

  /** The manual one where it is on. */
  status(): VpnStatus {
    return (this.#settings.wgManual.connMode === null ? this.#cloud : this.#manual).status()
  }

  /** Whether traffic passed a tunnel recently. */
  get isUp(): boolean {
    return this.#cloud.isUp || this.#manual.isUp
  }

  /** Returns the interface by which a connection arrived. */
  arrivalOf(ends: Parameters<typeof arrivalBy>[0]): ClientInterface {
    const tunnels = [this.#cloud, this.#manual]
    const addresses = tunnels.flatMap((tunnel) => tunnel.address ?? [])
    const by = arrivalBy(ends, addresses)
    tunnels.find(({ address }) => address?.by === by)?.noteArrival()
    return by
  }

  /** A new key for the tunnel to the cloud; the old one works until the new one does. */
  rotate(): void {
    this.#parts.keys.rotate()
    this.#cloud.askAgain()
  }

  /** Called when the binding may have changed. */
  askAgain(): void {
    this.#cloud.askAgain()
  }

  #newCloud(): Tunnel {
    const { wgCloud } = this.#settings
    const isOn = wgCloud.hostname !== ''
    const settings = isOn ? wgCloud : { ...wgCloud, connMode: null }
    return new Tunnel({ ...this.#parts, slot: 0, settings, source: cloudSource({ ...this.#parts, server: wgCloud }) })
  }

  #newManual(): Tunnel {
    const { wgManual } = this.#settings
    const isOn = wgManual.hostname !== '' && wgManual.ip !== ''
    const settings = isOn ? wgManual : { ...wgManual, connMode: null }
    return new Tunnel({ ...this.#parts, slot: 1, settings, source: manualSource(wgManual) })
  }
}
