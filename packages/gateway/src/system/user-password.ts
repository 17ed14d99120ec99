import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile, readKept } from '../kept-file.ts'

/** The password is no password. */
export class PasswordProblem extends Error {
  override name = 'PasswordProblem'
}

/** Of the user with level 1, who is there once somebody gave one. Kept as it is: the login's hash needs it. */
export class UserPassword {
  readonly #path: string
  #password: string | undefined

  constructor({ folder }: { folder: string }) {
    this.#path = join(folder, 'user')
  }

  start(): void {
    this.#password = readKept(this.#path)?.toString()
  }

  get(): string | undefined {
    return this.#password
  }

  /** Null takes the user away. */
  set(password: string | null): void {
    UserPassword.check(password)
    if (password === null) rmSync(this.#path, { force: true })
    else keepFile(this.#path, password)
    this.#password = password ?? undefined
  }

  static check(password: string | null): void {
    if (password === null || /^[!-~]{5,64}$/.test(password)) return
    throw new PasswordProblem('a password has 5 to 64 ASCII characters and no spaces')
  }
}
