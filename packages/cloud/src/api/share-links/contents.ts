import type { SharedContents, SharedKind, SharedObject } from '../../access/shared-contents.ts'
import type { Queries } from '../../db/sql.ts'
import { widgetIds } from '../dashboards/dashboards.sql.ts'
import { devicesOf } from './share-links.sql.ts'

/** What objects name, by ids; what is gone or somebody else's opens nothing. */
interface Named {
  paramIds: readonly number[]
  alertIds: readonly number[]
  visIds: readonly number[]
}

/** What an object of each kind shows, as it is now. */
const named: Readonly<Record<SharedKind, (sql: Queries, orgId: number, id: number) => Promise<Named>>> = {
  dashboard: async (sql, orgId, id) => ({ paramIds: await widgetIds(sql, orgId, id), alertIds: [], visIds: [] }),
}

export const sharedContents = async (
  sql: Queries,
  orgId: number,
  { kind, id }: SharedObject,
): Promise<SharedContents> => {
  const { paramIds, alertIds, visIds } = await named[kind](sql, orgId, id)
  const rows = await devicesOf(sql, orgId, paramIds)
  return {
    paramIds: new Set(rows.map(({ paramId }) => paramId)),
    deviceIds: new Set(rows.map(({ deviceId }) => deviceId)),
    alertIds: new Set(alertIds),
    visIds: new Set(visIds),
  }
}
