import type { Handlers } from '@busbar/wire/server'
import { findParam } from '../../devices/params/find.sql.ts'
import type { Call } from '../../start/service.ts'
import { textOf } from './value-to-write.ts'
import { writeAndShow } from './write-and-show.ts'
import { writeParam } from './write-param.ts'
import type { WriteRequest } from './write-request.rules.ts'
import type { writing } from './writing.contract.ts'

export const writingHandlers: Handlers<typeof writing, Call> = {
  write: async (call, { paramId, newValue, lang = 'en' }) => {
    const { auditPending: _, ...answer } = await writeAndShow(call, paramId, textOf(newValue), lang)
    return answer
  },

  save: (call, { param, value }) => writeByReference(call, param, { by: 'save', value: textOf(value) }),

  increment: (call, { param, amount }) => writeByReference(call, param, { by: 'increment', amount: textOf(amount) }),

  toggle: (call, { param, default: off, on }) =>
    writeByReference(call, param, { by: 'toggle', off: textOf(off), on: textOf(on) }),
}

const writeByReference = async (call: Call, reference: string, request: WriteRequest) => {
  const { db, orgId } = call
  const written = await writeParam(call, orgId, await findParam(db.sql, orgId, reference), request)
  if ('err' in written) return { err: written.err }
  const { facts: _, ...values } = written.ok
  return { ok: values }
}
