/** A parameter that fits a reference; those that take whole registers come first. */
export interface Match {
  id: number
  isWhole: boolean
  /** Are all that fit in the same device? */
  isInOneDevice: boolean
}

/**
 * The one that is meant. Of several at one address of a device it is the whole register and not a field of it; the form
 * `device>kind>address` has no way to name bits, so a field that is alone there is meant too.
 */
export const chooseMatch = ([first, second]: readonly Match[]): number | 'none' | 'ambiguous' => {
  if (first === undefined) return 'none'
  if (second === undefined) return first.id
  return first.isWhole && !second.isWhole && first.isInOneDevice ? first.id : 'ambiguous'
}
