import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { onDisk } from '../on-disk.ts'
import type { modbus } from './modbus.contract.ts'

export const modbusHandlers: Handlers<typeof modbus, Call> = {
  request({ transactions, visitor }, { reqData }) {
    const [unit = 0, ...pdu] = Buffer.from(reqData, 'hex')
    const tid = transactions.begin(visitor, unit, Uint8Array.from(pdu))
    if (tid === undefined) throw new Refusal('ERROR_BUSY', 'Too many raw requests are waiting; try again.')
    return { tid }
  },

  response({ transactions, visitor }, { tid }) {
    const found = transactions.result(visitor.name, tid)
    if (found === undefined) throw new Refusal('ERROR_TID')
    return { respData: Buffer.from(found.answer).toString('hex'), status: found.isDone ? 'DONE' : 'BUSY' }
  },

  async reconnect({ callBack }, { requestNewCode }) {
    await onDisk(() => callBack.reconnect(requestNewCode))
    return {}
  },
}
