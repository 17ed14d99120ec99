import { type Handlers, Refusal } from '@busbar/wire/server'
import { brokerOf } from '../../tasks/mqtt/broker-settings.ts'
import type { Call } from '../api-context.ts'
import { onDisk } from '../on-disk.ts'
import { onCard } from '../storage/on-card.ts'
import type { mqtt } from './mqtt.contract.ts'
import type { tasks } from './tasks.contract.ts'

export const tasksHandlers: Handlers<typeof tasks, Call> = {
  list: ({ tasks: running }) => running.view(),

  check: ({ drafts }, { text, file }) => drafts.check(text, file),

  async start({ drafts }, { file, revision }) {
    const refusal = await onCard(() => drafts.start(file, revision))
    if (refusal === 'changed') {
      throw new Refusal('ERROR_CONFLICT', 'The draft has changed since it was checked. Check it again, then start it.')
    }
    if (refusal !== undefined) {
      const { errorLine, errorCode } = refusal
      throw new Refusal(
        'ERROR_CONFLICT',
        `The task was not started: ${errorCode}${errorLine === null ? '' : ` in line ${errorLine}`}.`,
      )
    }
    return {}
  },

  async stop({ drafts }, { file }) {
    await onCard(() => drafts.stop(file))
    return {}
  },
}

const secrets = ['password', 'clientKey'] as const

const refuseFixed = ({ isFixed }: { isFixed: boolean }): void => {
  if (isFixed) throw new Refusal('ERROR_CONFLICT', 'The broker was given to the program (--mqtt).')
}

export const mqttHandlers: Handlers<typeof mqtt, Call> = {
  status({ taskBroker }) {
    const { settings, isFixed } = taskBroker
    if (settings === null) return { isFixed, broker: null, state: null }
    const { password, clientKey, ...publicSettings } = settings
    const broker = { ...publicSettings, hasPassword: password !== null, hasClientKey: clientKey !== null }
    return { isFixed, broker, state: taskBroker.status() }
  },

  async set({ taskBroker }, body) {
    refuseFixed(taskBroker)
    const before = taskBroker.settings
    const merged: Record<string, unknown> = { ...body }
    for (const name of secrets) {
      const stored = before?.[name] ?? null
      if (body[name] !== undefined || stored === null) continue
      // Without this check, a user who may change the address would receive the secret.
      if (body.url !== before?.url)
        throw new Refusal('ERROR_REQUEST', `body.${name}: must be given anew for another address`)
      merged[name] = stored
    }
    const read = brokerOf(merged)
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
