/** Registers 457-463. */
export interface OwnLine {
  /** Unit ID of the gateway; 0 for none. */
  readonly unitId: number
  readonly baudRate: number
  readonly charFormat: number
  readonly frameMode: number
}

/** Words by their address. */
export type Words = ReadonlyMap<number, number>

const [unitAt, rateHighAt, rateLowAt, formatAt, asciiAt] = [457, 458, 459, 461, 463] as const

export const isLineAddress = (address: number): boolean =>
  [unitAt, rateHighAt, rateLowAt, formatAt, asciiAt].some((at) => at === address)

export const lineWords = ({ unitId, baudRate, charFormat, frameMode }: OwnLine): Words =>
  new Map([
    [unitAt, unitId],
    [rateHighAt, baudRate >>> 16],
    [rateLowAt, baudRate & 0xffff],
    [formatAt, charFormat],
    [asciiAt, frameMode],
  ])

/** Applies these words to a line; null for an invalid value. */
export const lineOf = (line: OwnLine, words: Words): OwnLine | null => {
  const all = new Map([...lineWords(line), ...words])
  const at = (address: number): number => all.get(address) ?? 0
  const decoded = {
    unitId: at(unitAt),
    baudRate: at(rateHighAt) * 0x1_0000 + at(rateLowAt),
    charFormat: at(formatAt),
    frameMode: at(asciiAt),
  }
  const isUnit = decoded.unitId <= 255 && (decoded.unitId > 0 || line.unitId === 0)
  const isRate = decoded.baudRate >= 75 && decoded.baudRate <= 230_400
  return isUnit && isRate && decoded.charFormat <= 5 && decoded.frameMode <= 1 ? decoded : null
}
