import { answerFrom, exceptionPdu, MemoryBank } from '@busbar/modbus'
import type { UnitGate } from '../../bus/gate/requester.ts'

/** Units with memory behind a gate that writes down who was asked for what, as `1 fn 3 @0+2` or `1 fn 6 @5=7`. */
export class TestUnits implements UnitGate {
  readonly #banks = new Map<number, MemoryBank>()
  readonly asked: string[] = []
  /** Temporary responses of a unit; undefined for none. */
  readonly instead = new Map<number, (pdu: Uint8Array) => Uint8Array | undefined>()

  bank(unit: number): MemoryBank {
    const bank = this.#banks.get(unit) ?? new MemoryBank({ size: 1000 })
    this.#banks.set(unit, bank)
    return bank
  }

  /** Refuses with this exception. */
  refuse(unit: number, code: number): void {
    this.instead.set(unit, (pdu) => exceptionPdu(pdu[0] ?? 0, code))
  }

  async ask(_requester: unknown, unit: number, pdu: Uint8Array): Promise<Uint8Array | undefined> {
    const view = Buffer.from(pdu)
    const [fn, address, second] = [view.readUInt8(0), view.readUInt16BE(1), view.readUInt16BE(3)]
    this.asked.push(`${unit} fn ${fn} @${address}${fn === 5 || fn === 6 ? '=' : '+'}${second}`)
    const instead = this.instead.get(unit)
    return instead === undefined ? answerFrom(this.bank(unit), pdu) : instead(pdu)
  }
}
