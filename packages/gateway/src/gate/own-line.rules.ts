/** Registers 457-463. */
export interface OwnLine {
  /** The gateway's own unit; 0 where it has none. */
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

/** The line that these words say, over one that there is; null where a value cannot be. */
export const lineOf = (line: OwnLine, words: Words): OwnLine | null => {
  const all = new Map([...lineWords(line), ...words])
  const at = (address: number): number => all.get(address) ?? 0
  const said = {
    unitId: at(unitAt),
    baudRate: at(rateHighAt) * 0x1_0000 + at(rateLowAt),
    charFormat: at(formatAt),
    frameMode: at(asciiAt),
  }
  const isUnit = said.unitId <= 255 && (said.unitId > 0 || line.unitId === 0)
  const isRate = said.baudRate >= 75 && said.baudRate <= 230_400
  return isUnit && isRate && said.charFormat <= 5 && said.frameMode <= 1 ? said : null
}
