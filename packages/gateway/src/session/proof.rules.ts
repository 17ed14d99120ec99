import { createHash, timingSafeEqual } from 'node:crypto'

/** What proves that a client knows a password, without sending it. The API's contract has it so, SHA-1 too. */
const proofOf = (username: string, password: string, salt: string): string =>
  createHash('sha1').update(`${username}${password}${salt}`).digest('hex')

/**
 * The salt that a proof was made with. A login does not name it, so all open ones are tried, and always all: how long it
 * takes tells nothing.
 */
export const saltOfProof = (
  salts: readonly string[],
  username: string,
  password: string,
  proof: string,
): string | undefined => {
  const given = Buffer.from(proof)
  let found: string | undefined
  for (const salt of salts) {
    const right = Buffer.from(proofOf(username, password, salt))
    if (right.length === given.length && timingSafeEqual(right, given)) found = salt
  }
  return found
}
