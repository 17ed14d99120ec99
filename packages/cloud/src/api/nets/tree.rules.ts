import { rowJson } from '../../db/row-json.ts'
import type { TreeNode } from './nets.sql.ts'
import { addressOf } from './shown.rules.ts'

/** Of each device the members of the object that has its parameters. */
export type Leaves = ReadonlyMap<number, string>

/**
 * A part of the tree as JSON: networks by id, in each its devices by id, in each its parameters by id. `before` is the last node of the part
 * that comes before it.
 */
export const treePart = (nodes: readonly TreeNode[], leaves: Leaves, before: TreeNode | undefined): string => {
  let text = ''
  for (const [at, node] of nodes.entries()) {
    const last = at === 0 ? before : nodes[at - 1]
    const isNewNet = last?.netId !== node.netId
    if (isNewNet) text += `${last === undefined ? '{' : '}},'}"${node.netId}":${opened(netBranch(node))},"devices":{`
    if (node.deviceId === null) continue
    const parameters = leaves.get(node.deviceId) ?? ''
    text += `${isNewNet ? '' : ','}"${node.deviceId}":${opened(deviceBranch(node))},"parameters":{${parameters}}}`
  }
  return text
}

export const treeEnd = '}}}'

/** An object to which more is written. */
const opened = (branch: object): string => JSON.stringify(branch).slice(0, -1)

const netBranch = (node: TreeNode) => ({
  ...rowJson({
    name: node.netName,
    description: node.netDescription,
    slug: node.netSlug,
    solution: node.solution,
    mac: node.mac,
  }),
  ...addressOf(node),
})

const deviceBranch = (node: TreeNode) =>
  rowJson({
    name: node.deviceName,
    description: node.deviceDescription,
    slug: node.deviceSlug,
    modbusUnitId: node.modbusUnitId,
  })
