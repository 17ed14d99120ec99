import { encodeResponse, envelopes } from '@busbar/modbus'
import { activated, announcementWords, isCode, noCode } from '@busbar/uplink/handshake'
import { type CallBackMemory, type CallBackStore, noMemory } from './memory.ts'

/** Facts about the gateway that it announces. */
export interface CallBackIdentity {
  readonly type: number
  readonly version: number
  /** `02:00:5e:10:00:01` */
  readonly mac: string
  readonly isMacUnique: boolean
}

/** Registers 1000-1010: identity of the gateway, the code from the cloud, and the cloud that it is bound to. */
export class CallBackRegisters {
  readonly #identity: CallBackIdentity
  readonly #store: CallBackStore
  #memory: CallBackMemory = noMemory
  #isNewCodeWanted = false

  constructor(identity: CallBackIdentity, store: CallBackStore) {
    this.#identity = identity
    this.#store = store
  }

  load(): void {
    this.#memory = this.#store.load() ?? noMemory
  }

  get isActivated(): boolean {
    return this.#memory.code === activated
  }

  /** Eight digits; empty without a code. */
  get code(): string {
    return this.#isCodeSet ? String(this.#memory.code) : ''
  }

  /** Key of the cloud that the gateway is bound to; null when unbound, or bound without a key. */
  get pinned(): Uint8Array | null {
    const { cloudKey } = this.#memory
    return cloudKey === null ? null : Buffer.from(cloudKey, 'base64')
  }

  get isNewCodeWanted(): boolean {
    return this.#isNewCodeWanted
  }

  get isTlsPinned(): boolean {
    return this.#memory.isTls
  }

  words(): readonly number[] {
    return announcementWords({
      ...this.#identity,
      isCodeSet: this.#isCodeSet,
      isNewCodeWanted: this.#isNewCodeWanted,
      isActivated: this.isActivated,
      code: this.#memory.code,
    })
  }

  /** First frame of every connection: a response without a request. */
  announcement(unit: number): Uint8Array {
    return envelopes.tcp.encode({ transaction: 0, unit, pdu: encodeResponse({ fn: 3, words: this.words() }) })
  }

  /** See `BindingFacts`. */
  get isKeptUnpinned(): boolean {
    return this.#memory.isKeptUnpinned
  }

  get windowLeftMs(): number | null {
    return this.#memory.windowLeftMs
  }

  get verifiedHost(): string | null {
    return this.#memory.verifiedHost
  }

  saveWindow(windowLeftMs: number): void {
    this.#saveWhenPossible({ ...this.#memory, windowLeftMs })
  }

  saveVerifiedHost(verifiedHost: string): void {
    if (verifiedHost !== this.#memory.verifiedHost) this.#saveWhenPossible({ ...this.#memory, verifiedHost })
  }

  /**
   * Takes a code from the cloud that has proven this key, or "activated", which pins the key. False for any other
   * value, and for a code after another cloud gave one.
   */
  take(code: number, key: Uint8Array | null, isTls: boolean): boolean {
    const giver = key === null ? null : Buffer.from(key).toString('base64')
    if (code === activated) {
      if (this.#isCodeSet && giver !== this.#memory.codeKey) return false
      const pin = { cloudKey: giver, isTls: isTls && giver !== null, isKeptUnpinned: false }
      this.#save({ ...this.#memory, ...pin, code, codeKey: null })
    } else {
      if (!isCode(code) && code !== noCode) return false
      this.#save({ ...this.#memory, code, codeKey: isCode(code) ? giver : null })
    }
    this.#isNewCodeWanted = false
    return true
  }

  /** It no longer binds. */
  dropCode(): void {
    if (this.#isCodeSet) this.#saveWhenPossible({ ...this.#memory, code: noCode, codeKey: null })
  }

  /** It is to be bound again at the gateway: until then it is not bound. */
  requestNewCode(): void {
    this.#save(noMemory)
    this.#isNewCodeWanted = true
  }

  get #isCodeSet(): boolean {
    return this.#memory.code !== noCode && !this.isActivated
  }

  /** An unsaved change is not made: after a restart the cloud would meet a gateway without it. */
  #save(memory: CallBackMemory): void {
    this.#store.save(memory)
    this.#memory = memory
  }

  #saveWhenPossible(memory: CallBackMemory): void {
    this.#store.saveWhenPossible(memory)
    this.#memory = memory
  }
}
