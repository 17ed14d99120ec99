/** In place: each integer less the one before it, the first as it is. */
export function differences(integers: Float64Array): Float64Array {
  let before = 0
  for (let index = 0; index < integers.length; index += 1) {
    const integer = integers[index] ?? 0
    integers[index] = integer - before
    before = integer
  }
  return integers
}

/** In place: undoes `differences`. */
export function sums(integers: Float64Array): Float64Array {
  let sum = 0
  for (let index = 0; index < integers.length; index += 1) {
    sum += integers[index] ?? 0
    integers[index] = sum
  }
  return integers
}
