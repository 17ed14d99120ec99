import { fullName, shownText } from '../params/names.rules.ts'
import { wireForm } from '../wire-form.ts'
import type { TreeLeaf, TreeNode } from './nets.sql.ts'
import { addressOf } from './shown.rules.ts'

/** Networks by id, in each its devices by id, in each its parameters by id. */
export const treeOf = (nodes: readonly TreeNode[], leaves: readonly TreeLeaf[]) => {
  const nets: Record<number, ReturnType<typeof netBranch>> = {}
  const devices = new Map<number, ReturnType<typeof deviceBranch>>()
  for (const node of nodes) {
    const net = (nets[node.netId] ??= netBranch(node))
    if (node.deviceId === null) continue
    const device = deviceBranch(node)
    net.devices[node.deviceId] = device
    devices.set(node.deviceId, device)
  }
  for (const leaf of leaves) {
    const device = devices.get(leaf.deviceId)
    if (device !== undefined) device.parameters[leaf.id] = paramLeaf(leaf, device.name)
  }
  return nets
}

const netBranch = (node: TreeNode) => ({
  ...wireForm({
    name: node.netName,
    description: node.netDescription,
    slug: node.netSlug,
    solution: node.solution,
    mac: node.mac,
  }),
  ...addressOf(node),
  devices: {} as Record<number, ReturnType<typeof deviceBranch>>,
})

const deviceBranch = (node: TreeNode) => ({
  ...wireForm({
    name: node.deviceName,
    description: node.deviceDescription,
    slug: node.deviceSlug,
    modbusUnitId: node.modbusUnitId,
  }),
  parameters: {} as Record<number, ReturnType<typeof paramLeaf>>,
})

const paramLeaf = (leaf: TreeLeaf, deviceName: string) => ({
  ...wireForm({
    slug: leaf.slug,
    address: leaf.address,
    isTracked: leaf.isTracked,
    isProgrammable: leaf.isProgrammable,
    label: leaf.label,
    unitName: leaf.unitName,
    description: leaf.description && shownText(leaf.description),
  }),
  name: shownText(leaf.name),
  fullName: fullName({ ...leaf, deviceName }),
})
