import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { log } from './log.contract.ts'

export const logHandlers: Handlers<typeof log, Call> = {
  lines: ({ recentLog }, { after = 0 }) => ({ lines: recentLog.after(after) }),
}
