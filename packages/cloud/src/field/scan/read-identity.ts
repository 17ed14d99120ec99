import { type ExchangeOptions, failureReason, type ModbusClient, type Reason } from '@busbar/polling'
import { type Identity, identityOf } from './identity.rules.ts'

/** Requests that one device may take: a whole answer has a few parts, and a broken one has no end. */
const requestsMax = 12
const basic = 1
const levelMax = 3

/**
 * Asks who a device is (function 43/14): the basic objects, or all that it says it has. An answer in several parts is put together. What
 * came before something went wrong counts.
 */
export const readIdentity = async (
  client: ModbusClient,
  unit: number,
  options: ExchangeOptions,
  isAll: boolean,
): Promise<{ ok: Identity } | { err: Reason }> => {
  const objects = new Map<number, Uint8Array>()
  let [level, object] = [basic, 0]
  for (let n = 0; n < requestsMax; n += 1) {
    const outcome = await client.ask(unit, { fn: 43, level, object }, options)
    if ('err' in outcome) {
      if (objects.size === 0) return { err: failureReason(outcome.err) }
      break
    }
    const { more, next, conformity, objects: part } = outcome.ok
    for (const { id, value } of part) objects.set(id, value)
    // A device that refers to an earlier object would cause an endless loop.
    const isGoingOn = more && next > object
    const highest = isAll ? Math.min(levelMax, conformity & 0x7f) : basic
    if (isGoingOn) object = next
    else if (level < highest) [level, object] = [highest, 0]
    else break
  }
  return { ok: identityOf(objects) }
}
