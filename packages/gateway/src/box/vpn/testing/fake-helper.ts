import type { PathsReport, Slot, TunnelReport, TunnelUp } from '../../net-helper/requests.ts'
import type { NetHelper } from '../net-helper.ts'

/** A box with scripted paths and tunnels that records requests. */
export class FakeNetHelper implements NetHelper {
  readonly ups: Omit<TunnelUp, 'verb'>[] = []
  readonly moves: string[] = []
  readonly downs: Slot[] = []
  ways: PathsReport = { eth: { address: '127.0.0.1', network: '10.0.0.0/24', gateway: null }, gsm: null }
  report: TunnelReport = null
  isGuarded = true
  fault: string | null = null

  async up(request: Omit<TunnelUp, 'verb'>): Promise<{ isGuarded: boolean }> {
    if (this.fault !== null) throw new Error(this.fault)
    this.ups.push(request)
    this.report ??= silentPeer
    return { isGuarded: this.isGuarded }
  }
  async move(slot: Slot, path: string): Promise<void> {
    this.moves.push(`${slot} ${path}`)
  }
  async status(): Promise<TunnelReport> {
    return this.report
  }
  async down(slot: Slot): Promise<void> {
    this.downs.push(slot)
    this.report = null
  }
  async modemAddress(): Promise<void> {}

  async paths(): Promise<PathsReport> {
    return this.ways
  }
}

/** Made, and nothing was heard yet. */
export const silentPeer = {
  publicKey: '',
  hasPeer: true,
  endpoint: null,
  handshakeAgeSec: null,
  receivedBytes: 0,
  sentBytes: 0,
}
