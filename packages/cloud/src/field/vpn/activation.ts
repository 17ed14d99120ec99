import { type Clock, Semaphore } from '@busbar/kit'
import { askGateway, type GatewayPlace } from './ask-gateway.ts'
import type { VpnPeer } from './peers.sql.ts'

/** Activation that shows a gateway its owner; it has no expiry. */
const activationOf = (
  { orgId, orgName, netId, netName }: Pick<VpnPeer, 'orgId' | 'orgName' | 'netId' | 'netName'>,
  publicUrl: string,
): object => {
  const isBound = orgId !== null && netId !== null
  const short = (text: string): string => text.slice(0, 200)
  return {
    infrastructureName: 'Busbar',
    infrastructureShortUrl: short(publicUrl),
    domain: short(URL.parse(publicUrl)?.hostname ?? ''),
    endpointId: isBound ? String(netId) : '',
    endpointName: short(netName ?? ''),
    propertyId: isBound ? String(orgId) : '',
    propertyName: short(orgName ?? ''),
    pin: '00000000',
    hasBonusesEur: '',
    activeTill: isBound ? '9999-12-31T00:00:00Z' : null,
    supportEmail: '',
  }
}

/** Tells a gateway, by its tunnel; rejects where it does not take it. */
export const postActivation = async (place: GatewayPlace, activation: object): Promise<void> => {
  const { status } = await askGateway(place, 'POST', '/api/activation/', { activation })
  if (status !== 200) throw new Error(`it answered ${status}`)
}

const postsMax = 8
const retryMs = 60_000

interface ActivationsOptions {
  readonly clock: Clock
  readonly log: { warn(details: object, message: string): void }
  readonly publicUrl: () => string
  readonly post?: typeof postActivation
}

/** Sends each reachable gateway its activation when that has changed. */
export class Activations {
  readonly #options: ActivationsOptions
  readonly #posting = new Semaphore(postsMax)
  /** The activation that each gateway has, by address. */
  readonly #sent = new Map<string, string>()
  /** Earliest time of the next attempt after a failed one. */
  readonly #retryAtMs = new Map<string, number>()

  constructor(options: ActivationsOptions) {
    this.#options = options
  }

  wasSentTo(address: string): boolean {
    return this.#sent.has(address)
  }

  send(peers: readonly VpnPeer[], alive: ReadonlySet<string>): void {
    const { publicUrl, post = postActivation, clock, log } = this.#options
    for (const peer of peers) {
      const { address, orgId } = peer
      const activation = activationOf(peer, publicUrl())
      const text = JSON.stringify(activation)
      const before = this.#sent.get(address)
      if (!alive.has(address) || before === text || (orgId === null && before === undefined)) continue
      if (clock.now() < (this.#retryAtMs.get(address) ?? 0)) continue
      // Marked as sent while the request is pending, so that it is not sent twice.
      this.#sent.set(address, text)
      void this.#posting
        .run(() => post(peer, activation))
        .then(() => {
          this.#retryAtMs.delete(address)
          if (orgId === null) this.#sent.delete(address)
        })
        .catch((error: unknown) => {
          if (before === undefined) this.#sent.delete(address)
          else this.#sent.set(address, before)
          this.#retryAtMs.set(address, clock.now() + retryMs)
          log.warn({ err: error, address }, 'a gateway did not accept its activation')
        })
    }
  }
}
