import { createPrivateKey } from 'node:crypto'
import { newTunnelKey } from '@busbar/uplink/tunnel'
import type { DataFolder } from '../../storage/data-folder.ts'

const lifeMs = 90 * 86_400_000
const files = { current: 'vpn.pem', next: 'vpn-next.pem', facts: 'vpn.json' }

interface Options {
  readonly folder: Pick<DataFolder, 'read' | 'saveWhenPossible' | 'remove'>
  readonly now: () => Date
}

const pemOf = (key: string): string =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'raw-private', asymmetricKeyType: 'x25519' }).export({
    type: 'pkcs8',
    format: 'pem',
  })

/**
 * Keys of the tunnel to the cloud. A new key replaces the old one after its first handshake; until then both are
 * stored.
 */
export class VpnKeys {
  readonly #folder: Options['folder']
  readonly #now: () => Date
  #current: string
  #next: string | null
  #madeOn: Date

  constructor({ folder, now }: Options) {
    this.#folder = folder
    this.#now = now
    this.#current = this.#read(files.current) ?? this.#make(files.current)
    const next = this.#read(files.next)
    this.#next = next === this.#current ? null : next
    const facts = folder.read(files.facts)
    this.#madeOn = facts === undefined ? now() : new Date((JSON.parse(facts.toString()) as { madeOn: string }).madeOn)
    if (facts === undefined) this.#keepFacts()
  }

  /** Private key in base64 whose public key the cloud receives next. */
  get offered(): string {
    return this.#next ?? this.#current
  }

  /** Offers the cloud a new key from now on. */
  rotate(): void {
    this.#next ??= this.#make(files.next)
  }

  rotateWhenOld(): void {
    if (this.#now().getTime() - this.#madeOn.getTime() >= lifeMs) this.rotate()
  }

  /** The tunnel works with this one. */
  worksWith(key: string): void {
    if (key !== this.#next) return
    this.#current = key
    this.#next = null
    this.#madeOn = this.#now()
    this.#folder.saveWhenPossible(files.current, pemOf(key))
    this.#keepFacts()
    this.#folder.remove(files.next)
  }

  #keepFacts(): void {
    this.#folder.saveWhenPossible(files.facts, JSON.stringify({ madeOn: this.#madeOn.toISOString() }))
  }

  #read(name: string): string | null {
    const stored = this.#folder.read(name)
    return stored === undefined ? null : createPrivateKey(stored).export({ format: 'raw-private' }).toString('base64')
  }

  #make(name: string): string {
    const made = newTunnelKey()
    this.#folder.saveWhenPossible(name, pemOf(made))
    return made
  }
}
