import type { Database } from '@busbar/database'
import { type Actor, record } from '../../accounts/audit/record.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import type { ImportPlan } from '../plan.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { type ImportedIds, importPart } from './import.ts'
import { type ImportSwitches, planOf } from './plan.rules.ts'

export interface ImportAnswer extends ImportedIds {
  plan: ImportPlan
  /** True if nothing was stored and there are no new IDs. */
  isPlan: boolean
}

interface Stores {
  db: Pick<Database, 'tx'>
  secrets: Secrets
}

/** Adds a document, or a part of one, to an organization: all of it or nothing. What it would do beyond the service is off unless `on`. */
export const importOrg = async (
  { db, secrets }: Stores,
  actor: Actor,
  orgId: number,
  part: Part,
  on: ImportSwitches,
): Promise<ImportAnswer> => {
  const result = await db.tx(async (tx) => {
    const imported = await importPart(tx, secrets, actor.now(), orgId, part, on)
    await record(tx, orgId, actor, {
      action: 'org.import',
      objectKind: 'org',
      objectId: orgId,
      after: { ...idsIn(imported), settings: part.settings, paramCount: part.params.length, switchedOn: on },
    })
    return imported
  })
  return { ...result, plan: planOf(part, on), isPlan: false }
}

/** Runs the import with every check, then rolls it back. */
export const planImport = async (
  { db, secrets }: Stores,
  actor: Actor,
  orgId: number,
  part: Part,
  on: ImportSwitches,
): Promise<ImportAnswer> => {
  const tried = await db
    .tx(async (tx): Promise<never> => {
      throw new DryRunRollback(await importPart(tx, secrets, actor.now(), orgId, part, on))
    })
    .catch((error: unknown) => {
      if (error instanceof DryRunRollback) return error.imported
      throw error
    })
  return { ...noIds, notes: tried.notes, plan: planOf(part, on), isPlan: true }
}

/** Ends a transaction in which all was tried and nothing is to stay. */
export class DryRunRollback extends Error {
  readonly imported: ImportedIds

  constructor(imported: ImportedIds) {
    super('only a plan')
    this.imported = imported
  }
}

const noIds: Omit<ImportedIds, 'notes'> = {
  templates: {},
  networks: {},
  devices: {},
  params: {},
  contacts: {},
  contactGroups: {},
  escalationPolicies: {},
  alertTemplates: {},
  alerts: {},
  maintenanceWindows: {},
  dashboards: {},
  visualizations: {},
  reports: {},
  reportBranches: {},
  trees: {},
}

const idsIn = (imported: ImportedIds) => ({
  templateIds: Object.values(imported.templates),
  netIds: Object.values(imported.networks),
  deviceIds: Object.values(imported.devices),
  contactIds: Object.values(imported.contacts),
  groupIds: Object.values(imported.contactGroups),
  policyIds: Object.values(imported.escalationPolicies),
  alertTemplateIds: Object.values(imported.alertTemplates),
  alertIds: Object.values(imported.alerts),
  maintenanceWindowIds: Object.values(imported.maintenanceWindows),
  dashboardIds: Object.values(imported.dashboards),
  visIds: Object.values(imported.visualizations),
  reportIds: Object.values(imported.reports),
  treeIds: Object.values(imported.trees),
})
