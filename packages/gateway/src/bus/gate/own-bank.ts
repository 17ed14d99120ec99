import { at } from '@busbar/kit'
import type { Bank, RegisterKind } from '@busbar/modbus'
import { isLineAddress, lineOf, lineWords } from './own-line.rules.ts'
import type { OwnRegisters } from './own-registers.ts'

/** Rights of a requester at the gateway's own unit, and its unsaved writes. */
export interface OwnAccess {
  /** A word for the line that waits for "save". */
  readonly unsaved: Map<number, number>
  readonly mayWrite: boolean
  /** The exception for "denied". */
  readonly denied: number
  /** False where that was a wrong password. */
  typePassword(index: number, words: ArrayLike<number>): boolean
}

const [illegalDataAddress, illegalDataValue] = [2, 3]
const passwordAt = 100
const commandAt = 120
const announcementAt = 1000
const tasksAt = 2000
const codeAt = 9
const noCode = [0x05f5, 0xe100]
const commands = { none: 0, restart: 1, save: 2, defaults: 3 }
/** No hour of any day. */
const unknownSec = -1

/** The gateway's own registers, for one request of one requester. */
export class OwnBank implements Bank {
  readonly #own: OwnRegisters
  readonly #access: OwnAccess
  /** Action to complete before the response; false when it failed. */
  act: (() => Promise<boolean>) | null = null

  constructor(own: OwnRegisters, access: OwnAccess) {
    this.#own = own
    this.#access = access
  }

  read(kind: RegisterKind, address: number, count: number): ArrayLike<number> | number {
    if (address >= tasksAt && (kind === 'holding' || kind === 'input')) return this.#own.tasks(address, count)
    if (kind !== 'holding') return illegalDataAddress
    const all = this.#words()
    const words = Array.from({ length: count }, (_, i) => all.get(address + i))
    const known = words.filter((word) => word !== undefined)
    return known.length === count ? known : illegalDataAddress
  }

  /** All of one write is in one place: the password, the command, or the line. */
  write(kind: 'holding' | 'coil', address: number, values: ArrayLike<number>): number | undefined {
    const end = address + values.length
    if (kind !== 'holding') return illegalDataAddress
    if (address >= passwordAt && end <= commandAt) {
      return this.#access.typePassword(address - passwordAt, values) ? undefined : this.#access.denied
    }
    const isCommand = address === commandAt && values.length === 1
    const isLine = Array.from(values).every((_, i) => isLineAddress(address + i))
    if (!isCommand && !isLine) return illegalDataAddress
    if (!this.#access.mayWrite) return this.#access.denied
    return isCommand ? this.#command(at(values, 0)) : this.#writeLine(address, values)
  }

  #writeLine(address: number, values: ArrayLike<number>): undefined {
    for (const [i, word] of Array.from(values).entries()) this.#access.unsaved.set(address + i, word)
  }

  #command(command: number): number | undefined {
    const { unsaved } = this.#access
    const saved = command === commands.defaults ? this.#own.lineDefaults() : lineOf(this.#own.line(), unsaved)
    switch (command) {
      case commands.none:
        return undefined
      case commands.restart:
        unsaved.clear()
        this.act = async () => {
          this.#own.restart()
          return true
        }
        return undefined
      case commands.save:
      case commands.defaults:
        if (saved === null) return illegalDataValue
        this.act = async () => {
          const isSaved = await this.#own.saveLine(saved)
          if (isSaved) unsaved.clear()
          return isSaved
        }
        return undefined
      default:
        return illegalDataValue
    }
  }

  /** Passwords and the activation code are never returned here. */
  #words(): ReadonlyMap<number, number> {
    const { type, version } = this.#own
    const { daySec, sunriseSec, sunsetSec } = this.#own.time()
    const announced = this.#own.announcement()
    const isActivated = announced.slice(codeAt).every((word) => word === 0)
    const shown = isActivated ? announced : [...announced.slice(0, codeAt), ...noCode]
    return new Map<number, number>([
      [0, type],
      [1, version],
      ...from(passwordAt, new Array<number>(commandAt - passwordAt + 1).fill(0)),
      ...from(230, [daySec, sunriseSec ?? unknownSec, sunsetSec ?? unknownSec].flatMap(twoWords)),
      ...lineWords(this.#own.line()),
      ...this.#access.unsaved,
      ...from(announcementAt, shown),
    ])
  }
}

const from = (address: number, words: readonly number[]): [number, number][] =>
  words.map((word, i) => [address + i, word])

const twoWords = (value: number): number[] => [(value >>> 16) & 0xffff, value & 0xffff]
