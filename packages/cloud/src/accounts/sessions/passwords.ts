import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashBytes = promisify(argon2)

/** Memory in KiB. */
interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

/** As OWASP advises. */
const costDefault: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashLength = 32
const atOnceDefault = 2
const waitingMax = 32
const passwordCharsMax = 1024

type HashPassword = (password: string, nonce: Buffer, cost: HashCost) => Promise<Buffer>

export const argon2id: HashPassword = (password, nonce, cost) =>
  hashBytes('argon2id', { message: password.slice(0, passwordCharsMax), nonce, tagLength: hashLength, ...cost })

/** Too many passwords are being checked at once. */
export class PasswordsBusy extends Error {}

/** Hashes and checks passwords, few at a time: each takes memory and tens of milliseconds. */
export class Passwords {
  readonly #atOnce: number
  readonly #cost: HashCost
  readonly #hash: HashPassword
  /** Checked where there is no hash, so that an unknown key takes as long as a known one. */
  readonly #nobodys: string
  #active = 0
  readonly #waiting: (() => void)[] = []
  readonly #waitingFirst: (() => void)[] = []

  constructor({ atOnce = atOnceDefault, cost = costDefault, hash = argon2id } = {}) {
    this.#atOnce = atOnce
    this.#cost = cost
    this.#hash = hash
    this.#nobodys = encode(cost, Buffer.alloc(16), Buffer.alloc(hashLength))
  }

  hash(password: string): Promise<string> {
    const nonce = randomBytes(16)
    return this.#inTurn(async () => encode(this.#cost, nonce, await this.#hash(password, nonce, this.#cost)))
  }

  /**
   * Is this the password of `stored`? Null (no such account) costs the same and is always wrong. `isFirst` waits in a line of its own, before
   * the others, so that these cannot fill it.
   */
  async matches(password: string, stored: string | null, isFirst = false): Promise<boolean> {
    const isRight = await this.#inTurn(() => this.#verify(password, stored ?? this.#nobodys), isFirst)
    return isRight && stored !== null
  }

  /** At the cost that it was stored with: that of new hashes may be raised. */
  async #verify(password: string, stored: string): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', expected = ''] = encoded.exec(stored) ?? []
    if (memory === undefined) return false
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    const hash = await this.#hash(password, Buffer.from(salt, 'base64'), cost)
    const expectedHash = Buffer.from(expected, 'base64')
    return expectedHash.length === hash.length && timingSafeEqual(hash, expectedHash)
  }

  async #inTurn<T>(work: () => Promise<T>, isFirst = false): Promise<T> {
    if (this.#active >= this.#atOnce) await this.#turn(isFirst ? this.#waitingFirst : this.#waiting)
    else this.#active += 1
    try {
      return await work()
    } finally {
      // The slot passes to the next in line: if it were free in between, a newcomer would take it as well.
      const next = this.#waitingFirst.shift() ?? this.#waiting.shift()
      if (next === undefined) this.#active -= 1
      else next()
    }
  }

  #turn(line: (() => void)[]): Promise<void> {
    if (line.length >= waitingMax) throw new PasswordsBusy('too many passwords are being checked')
    return new Promise((resolve) => line.push(resolve))
  }
}

/** `$argon2id$v=19$m=...,t=...,p=...$salt$hash`, as others write it too. */
const encode = ({ memory, passes, parallelism }: HashCost, nonce: Uint8Array, hash: Uint8Array): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(hash)}`

const encoded = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')
