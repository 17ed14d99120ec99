import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { brokerOf } from '../../mqtt/broker-settings.ts'
import { onDisk } from '../on-disk.ts'
import type { mqtt } from './mqtt.contract.ts'

const secrets = ['password', 'clientKey'] as const

const refuseFixed = ({ isFixed }: { isFixed: boolean }): void => {
  if (isFixed) throw new Refusal('ERROR_CONFLICT', 'The broker was given to the program (--mqtt).')
}

export const mqttHandlers: Handlers<typeof mqtt, Call> = {
  status({ taskBroker }) {
    const { settings, isFixed } = taskBroker
    if (settings === null) return { isFixed, broker: null, state: null }
    const { password, clientKey, ...shown } = settings
    const broker = { ...shown, hasPassword: password !== null, hasClientKey: clientKey !== null }
    return { isFixed, broker, state: taskBroker.status() }
  },

  async set({ taskBroker }, wish) {
    refuseFixed(taskBroker)
    const before = taskBroker.settings
    const given: Record<string, unknown> = { ...wish }
    for (const name of secrets) {
      const kept = before?.[name] ?? null
      if (wish[name] !== undefined || kept === null) continue
      // Else a user who may change the address would be told the secret.
      if (wish.url !== before?.url)
        throw new Refusal('ERROR_REQUEST', `body.${name}: must be given anew for another address`)
      given[name] = kept
    }
    const read = brokerOf(given)
    if ('err' in read) throw new Refusal('ERROR_REQUEST', `body.${read.err}`)
    await onDisk(() => taskBroker.choose(read.ok))
    return {}
  },

  async remove({ taskBroker }) {
    refuseFixed(taskBroker)
    await onDisk(() => taskBroker.choose(null))
    return {}
  },
}
