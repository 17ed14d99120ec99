import { type DomainHandlers, type Handlers, withNeeds } from '../accounts/call.ts'
import { exportOrg } from './export/export.ts'
import { importOrg, planImport } from './import/import-org.ts'
import type { importConfig } from './import-config/import-config.contract.ts'
import { sourceFiles } from './import-config/import-config.rules.ts'
import { importConfigs } from './import-config/import-config.ts'
import type { TransferNeeds } from './needs.ts'
import type { transfer } from './transfer.contract.ts'

const documentHandlers: Handlers<typeof transfer, TransferNeeds> = {
  export: (call, { orgId, secrets = false, photos = false }) =>
    exportOrg(call, call, orgId, { withSecrets: secrets, withPhotos: photos }),
  import: (call, { orgId, plan = false, startPolling = false, allowWriting = false, startAlerts = false, ...part }) => {
    const on = { polling: startPolling, writing: allowWriting, alerts: startAlerts }
    return (plan ? planImport : importOrg)(call, call, orgId, part, on)
  },
}

const configHandlers: Handlers<typeof importConfig, TransferNeeds> = {
  run: (call, { files, format = null, ...options }) =>
    importConfigs({ ...call, signal: call.clientSignal() }, call, { ...options, format, files: sourceFiles(files) }),
}

interface TransferContract {
  transfer: typeof transfer
  importConfig: typeof importConfig
}

/** Handlers of all endpoints for exported and imported organizations. */
export const transferHandlers = (needs: TransferNeeds): DomainHandlers<TransferContract> =>
  withNeeds<TransferContract, TransferNeeds>({ transfer: documentHandlers, importConfig: configHandlers }, needs)
