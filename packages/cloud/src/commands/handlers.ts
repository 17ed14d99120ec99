import { type DomainHandlers, type Handlers, withNeeds } from '../accounts/call.ts'
import { findParam } from '../devices/params/find.sql.ts'
import { readRelayEvents } from '../field/raw/em130-events.ts'
import { errorStatus } from '../field/raw/read-registers.ts'
import type { diagnosis } from './diagnosis.contract.ts'
import { diagnosisHandlers } from './diagnosis.http.ts'
import type { CommandCall, CommandNeeds } from './needs.ts'
import type { em130 } from './raw/em130.contract.ts'
import { withConnection } from './raw/open-connection.ts'
import type { raw } from './raw/raw.contract.ts'
import { rawHandlers } from './raw/raw.http.ts'
import type { realtime } from './realtime/realtime.contract.ts'
import { realtimeHandlers } from './realtime/realtime.http.ts'
import type { scan } from './scan/scan.contract.ts'
import { scanHandlers } from './scan/scan.http.ts'
import { textOf } from './writing/value-to-write.ts'
import { writeAndShow } from './writing/write-and-show.ts'
import { writeParam } from './writing/write-param.ts'
import type { WriteRequest } from './writing/write-request.rules.ts'
import type { writing } from './writing/writing.contract.ts'

const em130Handlers: Handlers<typeof em130, CommandNeeds> = {
  async readEvents(call, { deviceModbusId, connection, numberOfEvents, startWithFirst, deviceVersion }) {
    const result = await withConnection(call, connection, 'read', (client) =>
      readRelayEvents(client, deviceModbusId, { numberOfEvents, startWithFirst, deviceVersion }),
    )
    return 'err' in result ? errorStatus(result.err) : { status: 'ok', events: result.ok }
  },
}

const writingHandlers: Handlers<typeof writing, CommandNeeds> = {
  write: async (call, { paramId, newValue, lang = 'en' }) => {
    const { auditPending: _, ...answer } = await writeAndShow(call, paramId, textOf(newValue), lang)
    return answer
  },

  save: (call, { param, value }) => writeByReference(call, param, { by: 'save', value: textOf(value) }),

  increment: (call, { param, amount }) => writeByReference(call, param, { by: 'increment', amount: textOf(amount) }),

  toggle: (call, { param, default: off, on }) =>
    writeByReference(call, param, { by: 'toggle', off: textOf(off), on: textOf(on) }),
}

const writeByReference = async (call: CommandCall<'member'>, reference: string, request: WriteRequest) => {
  const { db, orgId } = call
  const written = await writeParam(call, orgId, await findParam(db.sql, orgId, reference), request)
  if ('err' in written) return { err: written.err }
  const { facts: _, ...values } = written.ok
  return { ok: values }
}

interface CommandContract {
  raw: typeof raw
  em130: typeof em130
  writing: typeof writing
  realtime: typeof realtime
  scan: typeof scan
  diagnosis: typeof diagnosis
}

/** Handlers of all endpoints for requests to devices. */
export const commandHandlers = (needs: CommandNeeds): DomainHandlers<CommandContract> =>
  withNeeds<CommandContract, CommandNeeds>(
    {
      raw: rawHandlers,
      em130: em130Handlers,
      writing: writingHandlers,
      realtime: realtimeHandlers,
      scan: scanHandlers,
      diagnosis: diagnosisHandlers,
    },
    needs,
  )
