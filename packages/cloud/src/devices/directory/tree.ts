import type { Queries } from '@busbar/database'
import { type DeviceLeaves, treeText } from './tree.rules.ts'
import { type TreeNode, treeLeaves, treeNodes } from './tree.sql.ts'

/** Devices whose parameters are read at once: few enough that others do not wait. */
const devicesAtOnce = 20

export interface WrittenTree {
  readonly text: Buffer
  /** Of each device. */
  readonly leaves: ReadonlyMap<number, DeviceLeaves>
}

const noLeaves: ReadonlyMap<number, DeviceLeaves> = new Map()

/** All of an organization. The database writes it, part by part, of devices that are not as they were: with many parameters it is tens of megabytes. */
export const writtenTree = async (sql: Queries, orgId: number, cached = noLeaves): Promise<WrittenTree> => {
  const nodes = await treeNodes(sql, orgId)
  const leaves = new Map<number, DeviceLeaves>()
  const changed: Device[] = []
  for (const node of nodes.filter(isDevice)) {
    const before = cached.get(node.deviceId)
    if (before?.state === node.state) leaves.set(node.deviceId, before)
    else changed.push(node)
  }
  for (let at = 0; at < changed.length; at += devicesAtOnce) {
    const batch = changed.slice(at, at + devicesAtOnce)
    const found = await treeLeaves(
      sql,
      orgId,
      batch.map(({ deviceId }) => deviceId),
    )
    for (const { deviceId, state } of batch) leaves.set(deviceId, { state, members: found.get(deviceId) ?? noBytes })
  }
  return { text: treeText(nodes, leaves), leaves }
}

const noBytes = Buffer.alloc(0)

type Device = TreeNode & { deviceId: number }
const isDevice = (node: TreeNode): node is Device => node.deviceId !== null
