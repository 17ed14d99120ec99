import type { ModemFacts } from './facts.ts'

export interface DataPolicy {
  /** Setting `gsm.enable`. */
  readonly isEnabled: boolean
  /** True if any `connMode` includes GSM. */
  readonly isUsed: boolean
  /** Setting `gsm.tcpInRoamingEnable`. */
  readonly isRoamingAllowed: boolean
}

export type DataVerdict = 'connect' | 'disconnect' | 'leave'

/**
 * Decides what happens to the data connection. One that another program opened is used unchanged; `isOurs` marks the
 * gateway's own. PPP is left to other programs, because it needs root.
 */
export const judgeData = (
  modem: ModemFacts,
  isOurs: boolean,
  { isEnabled, isUsed, isRoamingAllowed }: DataPolicy,
): DataVerdict => {
  const isHindered = modem.registration === 'roaming' && !isRoamingAllowed
  const isWanted = isEnabled && isUsed && !isHindered
  if (modem.isBusy) return 'leave'
  if (modem.bearer !== null) return isOurs && !isWanted ? 'disconnect' : 'leave'
  return isWanted && modem.isEnabled && modem.registration !== 'none' && modem.hasInterface ? 'connect' : 'leave'
}

/** `connMode` 1, 2 and 4 include GSM. */
export const includesGsm = (connMode: number | null): boolean => connMode === 1 || connMode === 2 || connMode === 4
