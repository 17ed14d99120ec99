import { failureReason, isUnclear, type ModbusClient } from '@busbar/polling'
import { deadlineMs, type Result } from './read-registers.ts'

/** Sends bytes to a unit once and answers with bytes; an exception is an answer too. */
export const rawRequest = async (
  client: ModbusClient,
  unit: number,
  pdu: Uint8Array,
  priority: 'write' | 'realtime',
): Promise<Result<Uint8Array>> => {
  const outcome = await client.transact(unit, pdu, { priority, deadlineMs })
  if (!('err' in outcome)) return outcome
  const mayBeDone = priority === 'write' && isUnclear(outcome.err)
  return { err: `${mayBeDone ? 'unclear: ' : ''}${failureReason(outcome.err)}` }
}
