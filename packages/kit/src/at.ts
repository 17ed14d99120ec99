/**
 * Throws for an index without an element. A loop over millions of elements reads `list[index] ?? missingElement(list, index)`: the engine
 * specializes that access for the list at hand, but shares one access in `at` between all kinds of lists.
 */
export const missingElement = (list: ArrayLike<unknown>, index: number): never => {
  throw new RangeError(`Index ${index} is out of range: the list has ${list.length} elements`)
}

/** The element at an index that must exist. A default of 0 would invent a value. */
export const at = <T>(list: ArrayLike<T>, index: number): T => {
  const element = list[index]
  return element === undefined ? missingElement(list, index) : element
}

/** The value of a key that must exist. A default of 0 would invent a value. */
export const lookUp = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`The map has no key ${String(key)}`)
  return value
}
