/**
 * The number at an index that must exist, for loops over every reading of a history. The general `at` of kit sees lists of many kinds, which makes
 * it several times slower than a function that only ever sees a Float64Array.
 */
export const numberAt = (list: Float64Array, index: number): number => {
  const element = list[index]
  if (element === undefined)
    throw new RangeError(`Index ${index} is out of range: the list has ${list.length} elements`)
  return element
}
