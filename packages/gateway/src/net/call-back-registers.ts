import { encodeResponse, envelopes } from '@busbar/modbus'
import type { CallBackMemory, CallBackStore } from './call-back-memory.ts'

/** What a gateway says of itself. */
export interface CallBackIdentity {
  readonly type: number
  readonly version: number
  /** `02:00:5e:10:00:01` */
  readonly mac: string
  readonly isMacUnique: boolean
}

export const announcementAt = 1000
export const codeAt = 1009
const noCode = 100_000_000
const [codeMin, codeMax] = [10_000_000, 99_999_999]
const activated = 0
const flags = { isMacUnique: 1, isCodeSet: 2, isNewCodeWanted: 4, isActivated: 8 }
const unknown: CallBackMemory = { code: noCode, cloudKey: null, isTls: false }

/** Registers 1000-1010: who the gateway is, the code that the cloud gave it, and the cloud that it belongs to. */
export class CallBackRegisters {
  readonly #identity: CallBackIdentity
  readonly #store: CallBackStore
  #memory: CallBackMemory = unknown
  #isNewCodeWanted = false

  constructor(identity: CallBackIdentity, store: CallBackStore) {
    this.#identity = identity
    this.#store = store
  }

  load(): void {
    this.#memory = this.#store.load() ?? unknown
  }

  get isActivated(): boolean {
    return this.#memory.code === activated
  }

  /** Eight digits; empty while there is no code, or none any more. */
  get code(): string {
    return this.#isCodeSet ? String(this.#memory.code) : ''
  }

  /** The only cloud that is welcome; null: any. */
  get pinned(): Uint8Array | null {
    const { cloudKey } = this.#memory
    return cloudKey === null ? null : Buffer.from(cloudKey, 'base64')
  }

  get isTlsPinned(): boolean {
    return this.#memory.isTls
  }

  words(): readonly number[] {
    const { type, version, mac, isMacUnique } = this.#identity
    const { code } = this.#memory
    const flagBits =
      (isMacUnique ? flags.isMacUnique : 0) |
      (this.#isCodeSet ? flags.isCodeSet : 0) |
      (this.#isNewCodeWanted ? flags.isNewCodeWanted : 0) |
      (this.isActivated ? flags.isActivated : 0)
    return [type, version, ...macBytes(mac), flagBits, code >>> 16, code & 0xffff]
  }

  /** What is said first on every connection: an answer that nobody asked for. */
  announcement(unit: number): Uint8Array {
    return envelopes.tcp.encode({ transaction: 0, unit, pdu: encodeResponse({ fn: 3, words: this.words() }) })
  }

  /** The cloud gives a code, or says "activated". False for what can be neither. */
  take(code: number): boolean {
    const isCode = code >= codeMin && code <= codeMax
    if (!isCode && code !== activated && code !== noCode) return false
    this.#keep({ ...this.#memory, code })
    this.#isNewCodeWanted = false
    return true
  }

  pin(cloudKey: Uint8Array, isTls: boolean): void {
    this.#keep({ ...this.#memory, cloudKey: Buffer.from(cloudKey).toString('base64'), isTls })
  }

  /** Somebody at the gateway wants to bind it anew: it belongs to nobody until then. */
  wantNewCode(): void {
    this.#keep(unknown)
    this.#isNewCodeWanted = true
  }

  get #isCodeSet(): boolean {
    return this.#memory.code !== noCode && !this.isActivated
  }

  #keep(memory: CallBackMemory): void {
    this.#store.save(memory)
    this.#memory = memory
  }
}

export const macBytes = (mac: string): Uint8Array => Buffer.from(mac.replaceAll(':', ''), 'hex')
