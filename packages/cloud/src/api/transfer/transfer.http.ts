import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../service.ts'
import { exportOrg } from './export.ts'
import { importOrg } from './import-org.ts'
import type { transfer } from './transfer.contract.ts'

export const transferHandlers: Handlers<typeof transfer, Call> = {
  export: (call, { orgId, secrets = false }) => exportOrg(call.db, call, orgId, secrets),
  import: (call, { orgId, ...part }) => importOrg(call.db, call, orgId, part),
}
