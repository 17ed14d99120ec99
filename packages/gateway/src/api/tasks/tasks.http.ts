import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { onCard } from '../card/on-card.ts'
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
