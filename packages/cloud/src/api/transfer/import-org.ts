import type { Database } from '../../db/open.ts'
import { type Doer, record } from '../audit/record.ts'
import { type Imported, importPart } from './import.ts'
import type { Part } from './transfer.contract.ts'

/** Adds a document, or a part of one, to an organization: all of it or nothing. */
export const importOrg = (db: Pick<Database, 'tx'>, doer: Doer, orgId: number, part: Part): Promise<Imported> =>
  db.tx(async (tx) => {
    const made = await importPart(tx, doer.now(), orgId, part)
    await record(tx, orgId, doer, {
      action: 'org.import',
      objectKind: 'org',
      objectId: orgId,
      after: {
        settings: part.settings,
        templateIds: Object.values(made.templates),
        netIds: Object.values(made.networks),
        deviceIds: Object.values(made.devices),
        paramCount: part.params.length,
        alertIds: Object.values(made.alerts),
        dashboardIds: Object.values(made.dashboards),
        visIds: Object.values(made.visualizations),
        reportIds: Object.values(made.reports),
        treeIds: Object.values(made.trees),
      },
    })
    return made
  })
