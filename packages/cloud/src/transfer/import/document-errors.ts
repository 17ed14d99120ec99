import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'

/** Something in a document is wrong, at this place of it. */
export const documentError = (where: string, message: string): Refusal =>
  new Refusal('IncorrectRequest', `body.${where}: ${message}`)

/**
 * Rewrites the path of a refusal to the position in the document: `body.source: ...` becomes
 * `body.visualizations.2.source`.
 */
export const withPath = async <T>(where: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const inside = /^body\.([^:]+): (.*)$/s.exec(error.message)
    throw inside === null
      ? documentError(where, error.message)
      : documentError(`${where}.${at(inside, 1)}`, at(inside, 2))
  }
}

/** Refuses an id that is there twice. */
export const needUnique = (where: (index: number) => string, ids: readonly (number | string)[]): void => {
  const seen = new Set<number | string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw documentError(where(index), `${id} is there twice`)
    seen.add(id)
  }
}
