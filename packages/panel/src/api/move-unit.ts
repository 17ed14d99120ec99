import { isDone, type LineFamily, readPdu, wordIn, writePdu } from '../format/line-family.rules.ts'
import { sendPdu } from './modbus.ts'

/** What a unit says of itself; null where it does not answer as such a device would. */
export interface UnitLineSettings {
  readonly unitId: number
  /** The number that stands for its rate; null where it has none. */
  readonly rate: number | null
}

export const readLine = async (uid: number, { unitId, baudRate }: LineFamily): Promise<UnitLineSettings | null> => {
  const id = wordIn(await sendPdu(uid, readPdu(unitId.address)))
  if (id === null) return null
  const rate = baudRate === null ? null : wordIn(await sendPdu(uid, readPdu(baudRate.address)))
  return { unitId: id, rate }
}

/** `taken`: another unit is there already, and nothing was written. `later`: it was taken, and counts when its supply was off and on. */
export type MoveOutcome = 'taken' | 'refused' | 'unclear' | 'now' | 'later' | 'lost'

/** Whether it does is seen at its old speed alone. */
export type RateOutcome = Exclude<MoveOutcome, 'taken' | 'lost'>

/** Gives a unit another id, once, and looks where it answers. */
export const moveUnit = async (uid: number, family: LineFamily, to: number): Promise<MoveOutcome> => {
  const { address } = family.unitId
  if (isAnswer(await sendPdu(to, readPdu(address)))) return 'taken'
  const written = await write(uid, family, address, to)
  if (written === 'refused') return written
  if (isAnswer(await sendPdu(to, readPdu(address)))) return 'now'
  if (isAnswer(await sendPdu(uid, readPdu(address)))) return written === 'unclear' ? written : 'later'
  return 'lost'
}

/** Gives a unit another rate, once, and looks whether it still answers at the one of the line. */
export const changeRate = async (uid: number, family: LineFamily, rate: string): Promise<RateOutcome> => {
  const { address, values } = family.baudRate ?? { address: 0, values: {} }
  const value = values[rate]
  if (value === undefined) return 'refused'
  const written = await write(uid, family, address, value)
  if (written === 'refused') return written
  if (!isAnswer(await sendPdu(uid, readPdu(address)))) return 'now'
  return written === 'unclear' ? written : 'later'
}

/** An answer of any kind is one; the gateway's own "no answer" is not. */
const isAnswer = (pdu: readonly number[]): boolean => pdu.length > 0 && !isNobody(pdu)

const isNobody = ([fn = 0, code = 0]: readonly number[]): boolean => fn > 0x80 && (code === 10 || code === 11)

const write = async (uid: number, family: LineFamily, address: number, value: number) => {
  const answer = await sendPdu(uid, writePdu(family, address, value))
  if (isDone(answer)) return 'done'
  return isAnswer(answer) ? 'refused' : 'unclear'
}
