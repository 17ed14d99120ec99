import { createHash } from 'node:crypto'
import type { ModemFacts } from './facts.ts'

/** A PIN that a SIM has refused: nothing of it but a mark that only the same two leave. */
export const pinMark = (ccid: string, pin: string): string =>
  createHash('sha256').update(`busbar pin ${ccid} ${pin}`).digest('hex').slice(0, 32)

/** As a SIM wants it: the setting is a number of four digits. */
export const pinText = (pinCode: number): string => String(pinCode).padStart(4, '0')

export type PinVerdict = 'send' | 'not needed' | 'no PIN' | 'refused before' | 'too few tries'

/** The last try but one is never spent: a third wrong PIN locks the SIM for good until its PUK is found. */
const triesMin = 2

export const judgePin = (
  { hasSim, lock, pinTries, ccid }: Pick<ModemFacts, 'hasSim' | 'lock' | 'pinTries' | 'ccid'>,
  pinCode: number | null,
  refused: readonly string[],
): PinVerdict => {
  if (!hasSim || lock !== 'pin') return 'not needed'
  if (pinCode === null) return 'no PIN'
  if (refused.includes(pinMark(ccid ?? '', pinText(pinCode)))) return 'refused before'
  return pinTries !== null && pinTries < triesMin ? 'too few tries' : 'send'
}
