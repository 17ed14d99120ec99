/** A device family of which it is known how its units get another unit id, or speed. */
export interface LineFamily {
  readonly name: string
  /** Function 16 even for one register. */
  readonly isMany: boolean
  readonly unitId: { readonly address: number; readonly min: number; readonly max: number }
  /** Codes of the baud rates; null if only the unit ID can be set. */
  readonly baudRate: { readonly address: number; readonly values: Readonly<Record<string, number>> } | null
}

const wordOf = (value: number): [number, number] => [value >> 8, value & 255]

export const readPdu = (address: number): number[] => [3, ...wordOf(address), 0, 1]

/** The register of an answer to that; null where there is none. */
export const wordIn = ([fn, bytes, high = 0, low = 0]: readonly number[]): number | null =>
  fn === 3 && bytes === 2 ? high * 256 + low : null

export const writePdu = ({ isMany }: Pick<LineFamily, 'isMany'>, address: number, value: number): number[] =>
  isMany ? [16, ...wordOf(address), 0, 1, 2, ...wordOf(value)] : [6, ...wordOf(address), ...wordOf(value)]

/** Answered and no exception. */
export const isDone = ([fn = 0x80]: readonly number[]): boolean => fn < 0x80

/** The family that a user means who gave the unit this name, or found this class. */
export const familyFor = (families: readonly LineFamily[], text: string): LineFamily | undefined => {
  const plain = (one: string): string => one.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const wanted = plain(text)
  if (wanted.length < 4) return undefined
  return (
    families.find(({ name }) => plain(name) === wanted) ?? families.find(({ name }) => plain(name).includes(wanted))
  )
}
