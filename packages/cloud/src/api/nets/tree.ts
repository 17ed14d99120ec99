import { JsonText } from '@busbar/wire/server'
import type { Queries } from '../../db/sql.ts'
import { treeLeaves, treeNodes } from './nets.sql.ts'
import { treeEnd, treePart } from './tree.rules.ts'

/** Devices whose parameters are read at once: few enough that others do not wait. */
const devicesAtOnce = 20

/** All of an organization. The database writes it, part by part: of an organization with many parameters it is tens of megabytes. */
export const writtenTree = async (sql: Queries, orgId: number): Promise<JsonText> => {
  const nodes = await treeNodes(sql, orgId)
  if (nodes.length === 0) return new JsonText('{}')
  const parts: Buffer[] = []
  for (let at = 0; at < nodes.length; at += devicesAtOnce) {
    const some = nodes.slice(at, at + devicesAtOnce)
    const deviceIds = some.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]))
    const leaves = await treeLeaves(sql, orgId, deviceIds)
    parts.push(Buffer.from(treePart(some, leaves, nodes[at - 1])))
  }
  return new JsonText(Buffer.concat([...parts, Buffer.from(treeEnd)]))
}
