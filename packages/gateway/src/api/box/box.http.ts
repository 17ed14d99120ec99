import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { httpsSummary } from '../../http/https-server.ts'
import { readMemory } from '../../system/memory.ts'
import type { box } from './box.contract.ts'

export const boxHandlers: Handlers<typeof box, Call> = {
  status: ({ doors }) => ({
    memory: readMemory(),
    forwarding: (doors.forwarding?.status() ?? []).map((row) => ({ ...row })),
  }),

  https: ({ doors }) => httpsSummary(doors.https),

  firstRun: ({ settings, bootFile }) => ({
    isOpen: !settings.isPasswordOwn,
    problems: [...bootFile.problems],
  }),
}
