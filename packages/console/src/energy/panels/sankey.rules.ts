import { branchColours } from '@busbar/charts/bar-model'
import type { BranchNode } from '../figures.ts'

/**
 * Type of a bar: a branch; sensors of a branch outside its children; unmetered rest of its main meter; the same if some
 * of it was not read; and small ones combined.
 */
type NodeKind = 'branch' | 'own' | 'rest' | 'unknown' | 'more'

export interface SankeyNode {
  key: string
  kind: NodeKind
  /** Null for what is no branch. */
  branchId: string | null
  name: string
  /** How many it stands for. */
  count: number
  /** The height of its bar. */
  value: number
  /** Main meter without readings: its children are drawn, but it has no amount. */
  isNotRead: boolean
  level: number
  /** Colour of the top-level part that contains it; -1 for the whole. */
  colour: number
  children: SankeyNode[]
  /** Flow to each child; they sum up to the value. */
  flows: number[]
  /** Amount by which the parts exceed the meter: then they are drawn smaller, and there is no rest. */
  excess: number
  /** There is something to go into. */
  isOpenable: boolean
}

/** Parts below this share of the whole are combined. */
const smallShare = 0.01
const nothing = 1e-9

interface BuildOptions {
  /** Number of levels below the first. */
  levels: number
}

export const buildSankey = (root: BranchNode, { levels }: BuildOptions): SankeyNode | null => {
  const { energy, metered } = root.figures
  const totalEnergy = energy ?? metered ?? 0
  if (totalEnergy <= 0) return null
  const least = totalEnergy * smallShare
  const colours = branchColours(root.parts)
  const put = (part: BranchNode, level: number, colour: number): SankeyNode => {
    const value = part.figures.energy ?? part.figures.metered ?? 0
    const node = nodeOf('branch', part.branchId ?? 'whole', part, value, level, colour)
    const isLast = level >= levels
    const parts = isLast
      ? []
      : drawnParts(part).map((one) => put(one, level + 1, colour < 0 ? (colours.get(one.branchId) ?? 0) : colour))
    const [large, small] = [parts.filter((one) => !isSmall(one, least)), parts.filter((one) => isSmall(one, least))]
    const folded = small.length < 2 ? small : [moreOf(node, small)]
    const rests = isLast || part.parts.length === 0 ? [] : restsOf(part, node, value)
    const children = [...large, ...folded, ...rests.filter((one) => one.value > totalEnergy * nothing)]
    return connected(node, children)
  }
  return put(root, 0, -1)
}

const isSmall = (node: SankeyNode, least: number): boolean => node.children.length === 0 && node.value < least

/** Returns positive parts, largest first. */
const drawnParts = ({ parts }: BranchNode): BranchNode[] =>
  parts
    .filter(({ figures }) => (figures.energy ?? 0) > 0)
    .toSorted((a, b) => (b.figures.energy ?? 0) - (a.figures.energy ?? 0))

const nodeOf = (
  kind: NodeKind,
  key: string,
  part: BranchNode | null,
  value: number,
  level: number,
  colour: number,
): SankeyNode => ({
  key,
  kind,
  branchId: part?.branchId ?? null,
  name: part?.name ?? '',
  count: 1,
  value,
  isNotRead: part !== null && part.figures.energy === null,
  level,
  colour,
  children: [],
  flows: [],
  excess: 0,
  isOpenable: part !== null && part.parts.length > 0,
})

const moreOf = (above: SankeyNode, small: readonly SankeyNode[]): SankeyNode => {
  const value = small.reduce((sum, one) => sum + one.value, 0)
  const [first] = small
  const node = nodeOf('more', `${above.key} more`, null, value, above.level + 1, first?.colour ?? above.colour)
  return { ...node, count: small.length }
}

/** Returns the energy of a branch that is in none of its children. */
const restsOf = (part: BranchNode, above: SankeyNode, value: number): SankeyNode[] => {
  const { energy, metered, unmetered } = part.figures
  const inBranches = part.parts.reduce((sum, { figures }) => sum + (figures.energy ?? 0), 0)
  const of = (kind: NodeKind, amount: number): SankeyNode =>
    nodeOf(kind, `${above.key} ${kind}`, null, amount, above.level + 1, above.colour)
  if (metered === undefined) return [of('own', value - inBranches)]
  const own = of('own', (metered ?? 0) - inBranches)
  if (energy === null) return [own]
  const rest = typeof unmetered === 'number' ? of('rest', unmetered) : of('unknown', energy - (metered ?? 0))
  return [own, rest]
}

/** Balances a node: if the parts exceed the whole, each is drawn as its share of it. */
const connected = (node: SankeyNode, children: SankeyNode[]): SankeyNode => {
  const sum = children.reduce((total, one) => total + one.value, 0)
  if (children.length === 0 || sum <= 0) return node
  const excess = sum - node.value
  const isOver = excess > node.value * nothing
  // A part that is missing without a reason stays with the last one: sums of doubles.
  const scale = isOver ? node.value / sum : 1
  const flows = children.map((one) => one.value * scale)
  const known = flows.reduce((total, flow) => total + flow, 0)
  if (!isOver && node.value - known > node.value * nothing) {
    const own = nodeOf('own', `${node.key} own`, null, node.value - known, node.level + 1, node.colour)
    return { ...node, children: [...children, own], flows: [...flows, own.value] }
  }
  return { ...node, children, flows, excess: isOver ? excess : 0 }
}
