/** How a board is shown on a wall, as addresses say it. */
export interface KioskSearch {
  kiosk?: true
  /** Seconds from one page to the next. */
  every?: number
  /** Boards that take turns, by id: `5,7`. */
  boards?: string
  /** Dark unless told otherwise. */
  look?: 'light'
}

export const everySec = { usual: 30, min: 5, max: 3600 } as const
const pagesMax = 20

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Reads the kiosk parameters of an address and ignores others. */
export const kioskSearch = ({ kiosk, every, boards, look }: Record<string, unknown>): KioskSearch => {
  if (kiosk === undefined || kiosk === false) return {}
  const ids = typeof boards === 'number' || typeof boards === 'string' ? idsOf(String(boards)) : []
  return {
    kiosk: true,
    ...(isWhole(every) && { every: Math.min(everySec.max, Math.max(everySec.min, every)) }),
    ...(ids.length > 0 && { boards: ids.join(',') }),
    ...(look === 'light' && { look }),
  }
}

/** Ids with commas between. */
export const idsOf = (text: string): number[] => text.split(',').map(Number).filter(isWhole).slice(0, pagesMax)

/** Tokens of share links in the part of an address that browsers send nowhere: `#token` or `#token,token`. */
export const tokensOf = (hash: string): string[] => {
  const tokens = hash
    .replace(/^#/, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return [...new Set(tokens)].slice(0, pagesMax)
}

/** Which page's turn it is, and in how many seconds the next one's. */
export const pageAt = (nowMs: number, count: number, sec: number): { page: number; leftSec: number } => {
  const seconds = Math.floor(nowMs / 1000)
  return { page: Math.floor(seconds / sec) % count, leftSec: sec - (seconds % sec) }
}
