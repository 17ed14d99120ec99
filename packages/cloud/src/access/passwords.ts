import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashBytes = promisify(argon2)

/** What a hash costs: 19 MiB and two passes, as OWASP advises. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const atOnceDefault = 2
const waitingMax = 32
const passwordCharsMax = 1024

/** Checked where there is no hash, so that an unknown key takes as long as a known one. */
const nobodys = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Too many passwords are being checked at once. */
export class PasswordsBusy extends Error {}

/** Hashes and checks passwords, few at a time: each takes memory and tens of milliseconds. */
export class Passwords {
  readonly #atOnce: number
  #active = 0
  readonly #waiting: (() => void)[] = []
  readonly #waitingFirst: (() => void)[] = []

  constructor(atOnce = atOnceDefault) {
    this.#atOnce = atOnce
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => encode(password))
  }

  /**
   * Is this the password of `stored`? Null (no such account) costs the same and is always wrong. `isFirst` waits in a line of its own, before
   * the others, so that these cannot fill it.
   */
  async matches(password: string, stored: string | null, isFirst = false): Promise<boolean> {
    const isRight = await this.#inTurn(() => verify(password, stored ?? nobodys), isFirst)
    return isRight && stored !== null
  }

  async #inTurn<T>(work: () => Promise<T>, isFirst = false): Promise<T> {
    if (this.#active >= this.#atOnce) await this.#turn(isFirst ? this.#waitingFirst : this.#waiting)
    this.#active += 1
    try {
      return await work()
    } finally {
      this.#active -= 1
      const next = this.#waitingFirst.shift() ?? this.#waiting.shift()
      next?.()
    }
  }

  #turn(line: (() => void)[]): Promise<void> {
    if (line.length >= waitingMax) throw new PasswordsBusy('too many passwords are being checked')
    return new Promise((resolve) => line.push(resolve))
  }
}

/** `argon2id$v=19$m=...,t=...,p=...$salt$hash`, as others write it too. */
const encode = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const hash = await digest(password, nonce)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(hash)}`
}

const verify = async (password: string, stored: string): Promise<boolean> => {
  const [, , , , salt = '', expected = ''] = stored.split('$')
  const hash = await digest(password, Buffer.from(salt, 'base64'))
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === hash.length && timingSafeEqual(hash, wanted)
}

const digest = (password: string, nonce: Uint8Array): Promise<Buffer> =>
  hashBytes('argon2id', { message: password.slice(0, passwordCharsMax), nonce, ...cost })

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')
