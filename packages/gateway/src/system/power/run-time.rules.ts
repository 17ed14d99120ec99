/** What was kept when the gateway was last seen running. */
export interface RunRecord {
  readonly totalSec: number
  /** It ended because it was asked to. */
  readonly isEnded: boolean
  /** Of the system: another one after every start of the machine. */
  readonly bootId: string
  /** The supply was too low when it was written. */
  readonly isSupplyLow: boolean
}

export type ResetFlag = 'RST_CAUSE_BO' | 'RST_CAUSE_PO' | 'RST_CAUSE_SW' | 'RST_CAUSE_IWDG'

/** Why the gateway has started. */
export const resetCause = (last: RunRecord | undefined, bootId: string): ResetFlag => {
  if (last === undefined) return 'RST_CAUSE_PO'
  if (last.isEnded) return 'RST_CAUSE_SW'
  // Unasked, while the machine ran on: it was killed or it crashed, and something started it again.
  if (last.bootId === bootId) return 'RST_CAUSE_IWDG'
  return last.isSupplyLow ? 'RST_CAUSE_BO' : 'RST_CAUSE_PO'
}

/** A record that the power cut short counts for nothing. */
export const parseRecord = (text: string | undefined): RunRecord | undefined => {
  try {
    const { totalSec, isEnded, bootId, isSupplyLow } = JSON.parse(text ?? '') as Record<keyof RunRecord, unknown>
    if (typeof totalSec !== 'number' || typeof isEnded !== 'boolean' || typeof bootId !== 'string') return undefined
    return { totalSec, isEnded, bootId, isSupplyLow: isSupplyLow === true }
  } catch {
    return undefined
  }
}
