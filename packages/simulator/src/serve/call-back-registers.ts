import { at } from '@busbar/kit'
import { type Bank, encodeResponse, envelopes } from '@busbar/modbus'

/** Where the gateway answers for itself; no device can be there. */
export const gatewayUnit = 255
/** What the code registers say before there is one. */
const noCode = 100_000_000
const activated = 0
const start = 1000
const codeAt = 9
const illegalDataAddress = 2
const [type, version] = [520, 1]
const flags = { isMacUnique: 1, isCodeSet: 2, isActivated: 8 }

/** Registers 1000-1010: who the gateway is, and the code that it shows. */
export class CallBackRegisters implements Bank {
  readonly #mac: Uint8Array
  readonly #onCode: () => void
  #value = noCode

  constructor(mac: Uint8Array, onCode: () => void) {
    this.#mac = mac
    this.#onCode = onCode
  }

  /** What is shown to people; null when there is none, or none any more. */
  get code(): number | null {
    return this.#value === noCode || this.isActivated ? null : this.#value
  }

  get isActivated(): boolean {
    return this.#value === activated
  }

  read(kind: string, address: number, count: number): ArrayLike<number> | number {
    const words = this.#words().slice(address - start, address - start + count)
    return kind === 'holding' && address >= start && words.length === count ? words : illegalDataAddress
  }

  /** Both words of the code at once, and nothing else. */
  write(kind: string, address: number, values: ArrayLike<number>): number | undefined {
    if (kind !== 'holding' || address !== start + codeAt || values.length !== 2) return illegalDataAddress
    this.#value = at(values, 0) * 65_536 + at(values, 1)
    this.#onCode()
    return undefined
  }

  /** What is said first on every connection: an answer without a request. */
  announcement(): Uint8Array {
    const pdu = encodeResponse({ fn: 3, words: this.#words() })
    return envelopes.tcp.encode({ transaction: 0, unit: gatewayUnit, pdu })
  }

  #words(): number[] {
    const flagBits =
      flags.isMacUnique | (this.code === null ? 0 : flags.isCodeSet) | (this.isActivated ? flags.isActivated : 0)
    return [type, version, ...this.#mac, flagBits, this.#value >>> 16, this.#value & 0xffff]
  }
}
