import type { SmsVerb } from './command.rules.ts'

/** Facts that SMS rights depend on. */
export interface SmsRights {
  readonly smsReadEnable: boolean
  readonly smsWriteEnable: boolean
  readonly passwordSmsRead: string
  readonly passwordSmsWrite: string
}

const isOfWrite = (verb: SmsVerb): boolean => verb === 'W'

/** Which password a verb needs; null where it is not allowed at all. */
export const neededPassword = (rights: SmsRights, verb: SmsVerb): string | null => {
  const [isEnabled, password] = isOfWrite(verb)
    ? [rights.smsWriteEnable, rights.passwordSmsWrite]
    : [rights.smsReadEnable, rights.passwordSmsRead]
  return isEnabled && password !== '' ? password : null
}

/** Normalizes a number; the international prefix may be written as two zeros. */
const plainPhone = (text: string): string => text.replaceAll(/[\s()-]/g, '').replace(/^00/, '+')

/** Names are no numbers: any can be bought. */
export const isListed = (phones: readonly string[], from: string): boolean =>
  /^\+?\d{3,15}$/.test(plainPhone(from)) &&
  phones.some((phone) => phone !== '' && plainPhone(phone) === plainPhone(from))

const writeAgeMsMax = 600_000

/** A write that was delayed on its way is not executed. Its age is unknown while the clock may be wrong. */
export const isTooOld = (verb: SmsVerb, sentAt: Date | null, now: Date, isClockRight: boolean): boolean =>
  isOfWrite(verb) && isClockRight && sentAt !== null && now.getTime() - sentAt.getTime() > writeAgeMsMax
