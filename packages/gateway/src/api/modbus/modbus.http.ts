import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { onDisk } from '../on-disk.ts'
import type { modbus } from './modbus.contract.ts'

export const modbusHandlers: Handlers<typeof modbus, Call> = {
  request({ transactions, requester }, { reqData }) {
    const [unit = 0, ...pdu] = Buffer.from(reqData, 'hex')
    const tid = transactions.begin(requester, unit, Uint8Array.from(pdu))
    if (tid === undefined) throw new Refusal('ERROR_BUSY', 'Too many raw requests are waiting; try again.')
    return { tid }
  },

  response({ transactions, requester }, { tid }) {
    const found = transactions.result(requester.name, tid)
    if (found === undefined) throw new Refusal('ERROR_TID')
    return { respData: Buffer.from(found.answer).toString('hex'), status: found.isDone ? 'DONE' : 'BUSY' }
  },

  async reconnect({ callBack }, { requestNewCode }) {
    await onDisk(() => callBack.reconnect(requestNewCode))
    return {}
  },
}
