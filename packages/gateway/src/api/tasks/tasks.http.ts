import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { checkTask } from '../../tasks/check.ts'
import type { tasks } from './tasks.contract.ts'

export const tasksHandlers: Handlers<typeof tasks, Call> = {
  list: ({ tasks: running }) => running.view(),
  check: (_, { text }) => checkTask(text),
}
