import { at } from '@busbar/kit/at'
import type { SankeyNode } from './sankey.rules.ts'

/** A bar in its place. */
export interface SankeyBar {
  node: SankeyNode
  x: number
  y: number
  height: number
  /** Room for its label, up to the next column. */
  labelPx: number
}

/** A band between two bars, as high at its beginning as the flow and at its end as the bar. */
export interface Ribbon {
  key: string
  node: SankeyNode
  path: string
}

export interface SankeyLayout {
  bars: SankeyBar[]
  ribbons: Ribbon[]
  height: number
}

export const barPx = 9
const gapPx = 5
const rowPx = 16
const pad = 8
/** For the labels of the last column. */
const lastLabelPx = 190

const depthOf = (node: SankeyNode): number => 1 + Math.max(0, ...node.children.map(depthOf))

/** Places bars in columns, by level. It is a tree, so that no two ribbons ever cross. */
export const layOut = (root: SankeyNode, width: number, totalPx: number): SankeyLayout => {
  const depth = depthOf(root)
  const columnPx = depth === 1 ? 0 : (width - lastLabelPx - barPx) / (depth - 1)
  const scale = totalPx / root.value
  const bars: SankeyBar[] = []
  const ribbons: Ribbon[] = []
  const rowsPx = new Map<SankeyNode, number>()
  const measure = (node: SankeyNode): number => {
    const below = node.children.reduce((sum, child) => sum + measure(child), 0)
    const px = Math.max(node.value * scale, rowPx, below + Math.max(0, node.children.length - 1) * gapPx)
    rowsPx.set(node, px)
    return px
  }
  const put = (node: SankeyNode, top: number): SankeyBar => {
    const rowHeight = rowsPx.get(node) ?? 0
    const height = Math.max(1, node.value * scale)
    const x = node.level * columnPx
    const isLast = node.children.length === 0
    const labelPx = isLast ? width - x - barPx : columnPx - barPx
    const bar: SankeyBar = { node, x, y: top + (rowHeight - height) / 2, height, labelPx: labelPx - 2 * pad }
    bars.push(bar)
    const used = node.children.reduce((sum, child) => sum + (rowsPx.get(child) ?? 0), 0)
    let next = top + (rowHeight - used - Math.max(0, node.children.length - 1) * gapPx) / 2
    let out = bar.y
    for (const [index, child] of node.children.entries()) {
      const target = put(child, next)
      const flowPx = at(node.flows, index) * scale
      ribbons.push({ key: child.key, node: child, path: band(x + barPx, out, flowPx, target) })
      out += flowPx
      next += (rowsPx.get(child) ?? 0) + gapPx
    }
    return bar
  }
  const height = measure(root)
  put(root, 0)
  return { bars, ribbons, height }
}

const band = (x: number, y: number, height: number, { x: toX, y: toY, height: toHeight }: SankeyBar): string => {
  const middle = (x + toX) / 2
  const [a, b, c, d] = [y, toY, toY + toHeight, y + height].map((one) => one.toFixed(1))
  return `M${x} ${a}C${middle} ${a} ${middle} ${b} ${toX} ${b}V${c}C${middle} ${c} ${middle} ${d} ${x} ${d}Z`
}
