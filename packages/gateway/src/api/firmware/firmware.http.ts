import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { firmware } from './firmware.contract.ts'

export const firmwareHandlers: Handlers<typeof firmware, Call> = {
  status: ({ firmware: releases }) => ({ ...releases.status() }),

  async update({ firmware: releases }) {
    const problem = await releases.request()
    if (problem !== null) throw new Refusal('ERROR_CONFLICT', `No update was begun: ${problem}.`)
    return {}
  },
}
