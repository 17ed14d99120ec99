import type { DataFolder } from '../storage/data-folder.ts'

const file = 'user'

/** The password is no password. */
export class PasswordProblem extends Error {
  override name = 'PasswordProblem'
}

/**
 * Password of the user with level 1, who exists once it is set. It is stored in plain text because the login hash needs
 * it.
 */
export class UserPassword {
  readonly #folder: DataFolder
  #password: string | undefined

  constructor({ folder }: { folder: DataFolder }) {
    this.#folder = folder
  }

  start(): void {
    this.#password = this.#folder.read(file)?.toString()
  }

  get(): string | undefined {
    return this.#password
  }

  /** Null removes the user. */
  set(password: string | null): void {
    UserPassword.check(password)
    if (password === null) this.#folder.remove(file)
    else this.#folder.save(file, password)
    this.#password = password ?? undefined
  }

  static check(password: string | null): void {
    if (password === null || /^[!-~]{5,64}$/.test(password)) return
    throw new PasswordProblem('a password has 5 to 64 ASCII characters and no spaces')
  }
}
