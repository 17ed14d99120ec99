import { type DomainHandlers, withNeeds } from '../accounts/call.ts'
import type { annotations } from './annotations.contract.ts'
import { annotationsHandlers } from './annotations.http.ts'
import type { readingsExport } from './export/export.contract.ts'
import { readingsExportHandlers } from './export/export.http.ts'
import type { readingsImport } from './import/import.contract.ts'
import { readingsImportHandlers } from './import/import.http.ts'
import type { availability } from './links/availability.contract.ts'
import { availabilityHandlers } from './links/availability.http.ts'
import type { links } from './links/links.contract.ts'
import { linksHandlers } from './links/links.http.ts'
import type { HistoryNeeds } from './needs.ts'
import type { readings } from './readings.contract.ts'
import { readingsHandlers } from './readings.http.ts'
import type { aside } from './retention/aside.contract.ts'
import { asideHandlers } from './retention/aside.http.ts'
import type { retention } from './retention/retention.contract.ts'
import { retentionHandlers } from './retention/retention.http.ts'
import type { live } from './values/live.contract.ts'
import { liveHandlers } from './values/live.http.ts'
import type { values } from './values/values.contract.ts'
import { valuesHandlers } from './values/values.http.ts'

interface HistoryContract {
  links: typeof links
  annotations: typeof annotations
  availability: typeof availability
  values: typeof values
  readings: typeof readings
  live: typeof live
  retention: typeof retention
  aside: typeof aside
  readingsExport: typeof readingsExport
  readingsImport: typeof readingsImport
}

/** Handlers of all endpoints for stored readings. */
export const historyHandlers = (needs: HistoryNeeds): DomainHandlers<HistoryContract> =>
  withNeeds<HistoryContract, HistoryNeeds>(
    {
      links: linksHandlers,
      annotations: annotationsHandlers,
      availability: availabilityHandlers,
      values: valuesHandlers,
      readings: readingsHandlers,
      live: liveHandlers,
      retention: retentionHandlers,
      aside: asideHandlers,
      readingsExport: readingsExportHandlers,
      readingsImport: readingsImportHandlers,
    },
    needs,
  )
