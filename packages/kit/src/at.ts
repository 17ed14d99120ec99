/** The element at an index that must exist. Use it instead of `list[index] ?? 0`, which would invent a value. */
export const at = <T>(list: ArrayLike<T>, index: number): T => {
  const element = list[index]
  if (element === undefined) {
    throw new RangeError(`Index ${index} is out of range: the list has ${list.length} elements`)
  }
  return element
}
