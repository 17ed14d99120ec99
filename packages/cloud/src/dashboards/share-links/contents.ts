import type { Queries } from '@busbar/database'
import type { SharedContents, SharedObject } from '../../accounts/access/shared-contents.ts'
import { boardContents } from '../boards/board-contents.ts'
import { inputsOf } from '../visualizations/inputs.rules.ts'
import { dataSources } from '../visualizations/visualizations.sql.ts'
import { devicesOf } from './share-links.sql.ts'

/** IDs of referenced objects. */
interface ObjectReferences {
  paramIds: readonly number[]
  deviceIds: readonly number[]
  alertIds: readonly number[]
  visIds: readonly number[]
}

const noReferences: ObjectReferences = { paramIds: [], deviceIds: [], alertIds: [], visIds: [] }

/** Current references of an object. A report is returned as a whole; its parameters are not accessible separately. */
const referencesOf = async (sql: Queries, orgId: number, object: SharedObject): Promise<ObjectReferences> => {
  if (object.kind === 'report') return noReferences
  if (object.kind === 'picture') {
    const [source] = await dataSources(sql, orgId, [object.id])
    if (source === undefined) return noReferences
    return { ...noReferences, visIds: [object.id], paramIds: source.bindings.flatMap(inputsOf) }
  }
  const contents = await boardContents(sql, object.id, object.deviceId)
  return contents?.orgId === orgId ? contents : noReferences
}

export const sharedContents = async (sql: Queries, orgId: number, object: SharedObject): Promise<SharedContents> => {
  const { paramIds, deviceIds, alertIds, visIds } = await referencesOf(sql, orgId, object)
  // References to objects outside the organization give no access.
  const rows = await devicesOf(sql, orgId, paramIds)
  return {
    paramIds: new Set(rows.map(({ paramId }) => paramId)),
    deviceIds: new Set([...deviceIds, ...rows.map(({ deviceId }) => deviceId)]),
    alertIds: new Set(alertIds),
    visIds: new Set(visIds),
  }
}
