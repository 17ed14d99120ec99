import type { ParamWriter } from '@busbar/messaging/channels'
import { Refusal } from '@busbar/wire/server'
import { type WriteCall, writeParam } from '../commands/writing/write-param.ts'

const noAccount = 0

/** What an alert writes: checked, sent once and recorded like any other write, in the alert's own name. */
export const writeByAlert =
  (service: Omit<WriteCall, 'caller' | 'from'>): ParamWriter =>
  async (orgId, paramId, value, reason) => {
    const call = { ...service, caller: { accountId: noAccount, accountName: reason }, from: 'alert' }
    try {
      const written = await writeParam(call, orgId, paramId, { by: 'alert', value })
      return 'ok' in written ? { ok: true } : { err: written.err, isUnclear: written.err.startsWith('unclear:') }
    } catch (error) {
      if (error instanceof Refusal) return { err: 'The parameter is gone.', isUnclear: false }
      throw error
    }
  }
