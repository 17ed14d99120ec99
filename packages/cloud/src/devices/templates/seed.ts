import type { Database } from '@busbar/database'
import { templates } from '@busbar/templates'
import { record } from '../../accounts/audit/record.ts'
import { dropUnshipped, retireUnshipped, spreadNanValues, writeShipped } from './seed.sql.ts'
import { shippedOrgId } from './templates.sql.ts'

/** Of every node that starts; one after another. */
const lockKey = 0x62_74_70_6c
const service = { accountId: 0, accountName: 'busbar' }

/**
 * Makes the shipped templates of the database those of this release, and lets parameters made from them know what they say of missing
 * values: a number that is none must not be recorded for years because a device is older than the knowledge. Nothing is written where nothing is new, and a template keeps its
 * id. One that is shipped no more is dropped, but not from under devices that were made from it: it then only loses its SKUs.
 */
export const seedTemplates = (db: Database, now: () => Date): Promise<void> =>
  db.tx(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`
    const shipped = [...new Set(templates().values())]
    const written = await writeShipped(tx, shipped)
    const taught = await spreadNanValues(tx, written)
    const dropped = await dropUnshipped(tx, shipped)
    const retired = await retireUnshipped(tx, shipped)
    if (written.length + dropped.length + retired.length === 0) return
    await record(
      tx,
      shippedOrgId,
      { caller: service, from: '', now },
      {
        action: 'template.ship',
        objectKind: 'template',
        objectId: 'shipped',
        after: { written, dropped, retired, ...(taught > 0 && { taught }) },
      },
    )
  })
