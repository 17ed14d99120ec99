import { rowJson } from '@busbar/database'
import type { TreeNode } from './tree.sql.ts'

/** JSON members of a device's parameters, with the state of the device when they were read. */
export interface DeviceLeaves {
  readonly state: string
  readonly members: Buffer
}

/** The tree as JSON: networks by id, in each its devices by id, in each its parameters by id. */
export const treeText = (nodes: readonly TreeNode[], leaves: ReadonlyMap<number, DeviceLeaves>): Buffer => {
  const parts: Buffer[] = []
  let text = '{'
  for (const [at, node] of nodes.entries()) {
    const last = nodes[at - 1]
    const isNewNet = last?.netId !== node.netId
    if (isNewNet)
      text += `${last === undefined ? '' : '}},'}"${node.netId}":${unclosedJson(netBranch(node))},"devices":{`
    if (node.deviceId === null) continue
    text += `${isNewNet ? '' : ','}"${node.deviceId}":${unclosedJson(deviceBranch(node))},"parameters":{`
    parts.push(Buffer.from(text), leaves.get(node.deviceId)?.members ?? noBytes)
    text = '}}'
  }
  parts.push(Buffer.from(nodes.length === 0 ? '{}' : `${text}}}}`))
  return Buffer.concat(parts)
}

const noBytes = Buffer.alloc(0)

/** An object to which more is written. */
const unclosedJson = (branch: object): string => JSON.stringify(branch).slice(0, -1)

const netBranch = (node: TreeNode) => ({
  ...rowJson({
    name: node.netName,
    description: node.netDescription,
    slug: node.netSlug,
    solution: node.solution,
    mac: node.mac,
  }),
  // A network that calls in has no address.
  ip: node.ip ?? '',
  port: node.port ?? 0,
})

const deviceBranch = (node: TreeNode) =>
  rowJson({
    name: node.deviceName,
    description: node.deviceDescription,
    slug: node.deviceSlug,
    modbusUnitId: node.modbusUnitId,
  })
