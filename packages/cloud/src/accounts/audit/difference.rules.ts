/** Returns the old and the new values of the fields that changed. */
export const difference = <T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } => {
  const keys = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return { before: pick(before, keys), after: pick(after, keys) }
}

const pick = <T extends object>(from: T, keys: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>
