import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { onDisk } from '../on-disk.ts'
import type { serial } from './serial.contract.ts'

export const serialHandlers: Handlers<typeof serial, Call> = {
  ports({ serialPorts: { choice, find } }) {
    return { chosen: choice.path ?? null, isFixed: choice.isFixed, ports: find().map((port) => ({ ...port })) }
  },

  async choose({ serialPorts: { choice, find }, bus }, { path }) {
    if (choice.isFixed) throw new Refusal('ERROR_CONFLICT', 'The port was given to the program (--port).')
    if (!find().some((port) => port.path === path)) {
      throw new Refusal('ERROR_REQUEST', 'body.path: is not one of the serial ports of this box')
    }
    await onDisk(() => choice.choose(path))
    bus.reopen()
    return {}
  },
}
