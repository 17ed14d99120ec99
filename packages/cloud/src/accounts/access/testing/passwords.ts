import { argon2id, Passwords } from '../../sessions/passwords.ts'

/** The least that a hash can cost. */
export const cheap = { memory: 8, passes: 1, parallelism: 1 }

/** All places for checking passwords can be taken, until they are given back. */
export const holdablePasswords = () => {
  let free = Promise.resolve()
  const passwords = new Passwords({
    cost: cheap,
    hash: async (...given) => {
      await free
      return argon2id(...given)
    },
  })
  const takeAllPlaces = (): (() => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    free = promise
    const taken = Promise.all(Array.from({ length: 34 }, () => passwords.matches('x', null)))
    return async () => {
      resolve()
      await taken
    }
  }
  return { passwords, takeAllPlaces }
}
