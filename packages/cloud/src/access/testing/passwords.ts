import type { Passwords } from '../passwords.ts'

/** The least that a hash can cost. */
export const cheap = { memory: 8, passes: 1, parallelism: 1 }

/** A hash of no account, at the full cost: to check against it takes tens of milliseconds. */
const costly = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Takes all places for checking passwords; done when they are free again. */
export const takeAllPlaces = (passwords: Passwords): Promise<unknown> =>
  Promise.all(Array.from({ length: 34 }, () => passwords.matches('x', costly)))
