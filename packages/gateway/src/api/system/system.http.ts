import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { onDisk } from '../on-disk.ts'
import type { system } from './system.contract.ts'

export const systemHandlers: Handlers<typeof system, Call> = {
  reboot({ rebooter }, { rebootSec }) {
    rebooter.rebootAfter(rebootSec)
    return {}
  },

  async setTime({ deviceClock }, { time }) {
    await onDisk(() => deviceClock.set(time))
    return {}
  },

  async syncTime(call) {
    if (!(await call.syncTime())) throw new Refusal('ERROR_TIME_SERVERS')
    return {}
  },

  async activate(call, { activation }) {
    const activeTill = activation.activeTill?.toISOString() ?? null
    if (!call.isVpnUp()) throw new Refusal('ERROR_CONFLICT', 'Activation needs the VPN, which is down.')
    await onDisk(() => call.activation.set({ ...activation, activeTill }))
    return {}
  },
}
