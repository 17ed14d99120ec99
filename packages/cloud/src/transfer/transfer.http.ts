import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../start/service.ts'
import { exportOrg } from './export/export.ts'
import { importOrg, planImport } from './import/import-org.ts'
import type { transfer } from './transfer.contract.ts'

export const transferHandlers: Handlers<typeof transfer, Call> = {
  export: (call, { orgId, secrets = false, photos = false }) =>
    exportOrg(call, call, orgId, { withSecrets: secrets, withPhotos: photos }),
  import: (call, { orgId, plan = false, startPolling = false, allowWriting = false, startAlerts = false, ...part }) => {
    const on = { polling: startPolling, writing: allowWriting, alerts: startAlerts }
    return (plan ? planImport : importOrg)(call, call, orgId, part, on)
  },
}
