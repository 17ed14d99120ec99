import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../service.ts'
import { record } from '../audit/record.ts'
import { wireForm } from '../wire-form.ts'
import { alertsToExport } from './alerts.ts'
import {
  devicesToExport,
  holdStill,
  netsToExport,
  orgToExport,
  paramsToExport,
  templatesToExport,
} from './export.sql.ts'
import { importPart } from './import.ts'
import type { transfer } from './transfer.contract.ts'

// The document is made in memory.
const paramsMax = 100_000

export const transferHandlers: Handlers<typeof transfer, Call> = {
  async export(call, { orgId, secrets = false }) {
    // Who took an organization's data, and with its passwords or not, is worth knowing later.
    await call.db.tx((tx) =>
      record(tx, orgId, call, { action: 'org.export', objectKind: 'org', objectId: orgId, after: { secrets } }),
    )
    return call.db.tx(async (tx) => {
      await holdStill(tx)
      const org = await orgToExport(tx, orgId)
      if (org === undefined) throw new Refusal('ObjectNotFound')
      if (org.paramCount > paramsMax) {
        throw new Refusal('IncorrectRequest', `More than ${paramsMax} parameters: use a backup of the installation.`)
      }
      return {
        format: 'busbar-organization' as const,
        formatVersion: 1 as const,
        exportedOn: call.now().toISOString(),
        organization: { id: org.id, name: org.name },
        templates: await templatesToExport(tx, orgId),
        networks: (await netsToExport(tx, orgId, secrets)).map(wireForm),
        devices: (await devicesToExport(tx, orgId)).map(wireForm),
        params: (await paramsToExport(tx, orgId)).map(wireForm),
        alerts: await alertsToExport(tx, orgId),
      }
    })
  },

  import(call, { orgId, ...part }) {
    return call.db.tx(async (tx) => {
      const made = await importPart(tx, call, orgId, part)
      await record(tx, orgId, call, {
        action: 'org.import',
        objectKind: 'org',
        objectId: orgId,
        after: {
          templateIds: Object.values(made.templates),
          netIds: Object.values(made.networks),
          deviceIds: Object.values(made.devices),
          paramCount: part.params.length,
          alertIds: Object.values(made.alerts),
        },
      })
      return made
    })
  },
}
