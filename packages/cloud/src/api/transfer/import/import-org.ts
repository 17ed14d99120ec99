import { type Actor, record } from '../../../audit/record.ts'
import type { Database } from '../../../db/open.ts'
import type { Secrets } from '../../../sealing/secrets.ts'
import type { ImportPlan } from '../plan.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { type ImportedIds, importPart } from './import.ts'
import { type ImportSwitches, planOf } from './plan.rules.ts'

export interface ImportAnswer extends ImportedIds {
  plan: ImportPlan
  /** Nothing was stored: there are no new ids. */
  isPlan: boolean
}

interface Stores {
  db: Pick<Database, 'tx'>
  secrets: Secrets
}

/** Adds a document, or a part of one, to an organization: all of it or nothing. What it would do beyond the service is off unless `on`. */
export const importOrg = async (
  { db, secrets }: Stores,
  doer: Actor,
  orgId: number,
  part: Part,
  on: ImportSwitches,
): Promise<ImportAnswer> => {
  const made = await db.tx(async (tx) => {
    const imported = await importPart(tx, secrets, doer.now(), orgId, part, on)
    await record(tx, orgId, doer, {
      action: 'org.import',
      objectKind: 'org',
      objectId: orgId,
      after: { ...idsIn(imported), settings: part.settings, paramCount: part.params.length, switchedOn: on },
    })
    return imported
  })
  return { ...made, plan: planOf(part, on), isPlan: false }
}

/** Tries it, with every check, and takes it back. */
export const planImport = async (
  { db, secrets }: Stores,
  doer: Actor,
  orgId: number,
  part: Part,
  on: ImportSwitches,
): Promise<ImportAnswer> => {
  const tried = await db
    .tx(async (tx): Promise<never> => {
      throw new DryRunRollback(await importPart(tx, secrets, doer.now(), orgId, part, on))
    })
    .catch((error: unknown) => {
      if (error instanceof DryRunRollback) return error.made
      throw error
    })
  return { ...nothingMade, notes: tried.notes, plan: planOf(part, on), isPlan: true }
}

/** Ends a transaction in which all was tried and nothing is to stay. */
export class DryRunRollback extends Error {
  readonly made: ImportedIds

  constructor(made: ImportedIds) {
    super('only a plan')
    this.made = made
  }
}

const nothingMade: Omit<ImportedIds, 'notes'> = {
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

const idsIn = (made: ImportedIds) => ({
  templateIds: Object.values(made.templates),
  netIds: Object.values(made.networks),
  deviceIds: Object.values(made.devices),
  contactIds: Object.values(made.contacts),
  groupIds: Object.values(made.contactGroups),
  policyIds: Object.values(made.escalationPolicies),
  alertTemplateIds: Object.values(made.alertTemplates),
  alertIds: Object.values(made.alerts),
  maintenanceWindowIds: Object.values(made.maintenanceWindows),
  dashboardIds: Object.values(made.dashboards),
  visIds: Object.values(made.visualizations),
  reportIds: Object.values(made.reports),
  treeIds: Object.values(made.trees),
})
