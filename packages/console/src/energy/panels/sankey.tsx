import { colourOf } from '@busbar/charts/bar-model'
import { unmeteredFill, unreadFill, useWidth } from '@busbar/charts/bars'
import { type Scale, scaleOf } from '@busbar/ui/quantity'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { dash, useAmount } from '../figures/energy-format.ts'
import { Choices } from '../figures/period-bar.tsx'
import type { BranchNode } from '../figures.ts'
import { barPx, layOut, type Ribbon, type SankeyBar } from './layout.rules.ts'
import { buildSankey, type SankeyNode } from './sankey.rules.ts'

export interface SankeyProps {
  root: BranchNode
  unit: string | null
  /** The address of a branch's page. */
  hrefOf: (branchId: string) => string
}

const levelsChoices = ['1', '2', 'all'] as const
type LevelCount = (typeof levelsChoices)[number]
const phonePx = 560
const twoLinesPx = 30
const charPx = 6.7
const smallCharPx = 6.3

/** From the main meter through all branches: how much went where, and what is not metered. */
export const Sankey = memo(({ root, unit, hrefOf }: SankeyProps): ReactNode => {
  const { energy } = useTexts()
  const { ref, width } = useWidth<HTMLDivElement>()
  const [levels, setLevels] = useState<LevelCount>('all')
  const isPhone = width < phonePx
  const shown = isPhone ? 1 : levels === 'all' ? 9 : Number(levels)
  const node = useMemo(() => buildSankey(root, { levels: shown }), [root, shown])
  const layout = useMemo(
    () => (node === null || width === 0 ? null : layOut(node, width, isPhone ? 260 : 300)),
    [node, width, isPhone],
  )
  // All amounts share one unit, which the first one shows.
  const scale = useMemo(() => scaleOf(unit, node?.value ?? 0), [unit, node])
  const over = node === null ? [] : overOf(node)
  return (
    <Panel
      title={energy.flows}
      aside={
        !isPhone && (
          <Choices
            label={energy.levels}
            all={levelsChoices}
            value={levels}
            texts={energy.levelChoices}
            onChange={setLevels}
          />
        )
      }
    >
      <div ref={ref} className="mx-4 mt-2 mb-4 min-w-0">
        {node === null && <p className="py-6 text-center text-quiet">{energy.noFlows}</p>}
        {layout !== null && (
          <svg width={width} height={layout.height + 4} role="group" aria-label={energy.flows} className="block">
            {layout.ribbons.map((ribbon) => (
              <Band key={ribbon.key} node={ribbon.node} path={ribbon.path} />
            ))}
            {layout.bars.map((bar) => (
              <BarMark key={bar.node.key} bar={bar} scale={scale} hrefOf={hrefOf} />
            ))}
          </svg>
        )}
      </div>
      {over.map((one) => (
        <Excess key={one.key} node={one} unit={unit} />
      ))}
    </Panel>
  )
})

const overOf = (node: SankeyNode): SankeyNode[] => [
  ...(node.excess > 0 ? [node] : []),
  ...node.children.flatMap(overOf),
]

const Excess = ({ node, unit }: { node: SankeyNode; unit: string | null }): ReactNode => {
  const { energy } = useTexts()
  const { amount, percent } = useAmount()
  return (
    <p className="border-t border-warning-line bg-warning-soft px-4 py-2.5 text-sm">
      {energy.excess({ name: node.name, amount: amount(node.excess, unit), share: percent(node.excess / node.value) })}
    </p>
  )
}

const colourOfNode = ({ colour }: SankeyNode): string => (colour < 0 ? 'var(--quiet)' : colourOf(colour))

const fillOf = (node: SankeyNode): string => {
  if (node.kind === 'rest') return unmeteredFill
  if (node.kind === 'unknown') return unreadFill
  return `color-mix(in oklab, ${colourOfNode(node)} 26%, var(--surface))`
}

const Band = ({ node, path }: Omit<Ribbon, 'key'>): ReactNode => <path d={path} style={{ fill: fillOf(node) }} />

const cut = (text: string, px: number, perChar: number): string => {
  const chars = Math.floor(px / perChar)
  return text.length <= chars ? text : `${text.slice(0, Math.max(1, chars - 1)).trimEnd()}…`
}

/** A name may be cut, a number never. */
const useLabel = (): ((node: SankeyNode, scale: Scale) => { name: string; value: string }) => {
  const { energy } = useTexts()
  const { amount } = useAmount()
  return (node, scale) => {
    const names = { branch: node.name, own: energy.own, rest: energy.unmetered, unknown: energy.unmeteredOrUnread }
    const name = node.kind === 'more' ? energy.moreBranches({ count: node.count }) : names[node.kind]
    return { name, value: node.isNotRead ? dash : amount(node.value, node.level === 0 ? scale.unit : null, scale) }
  }
}

interface BarMarkProps {
  bar: SankeyBar
  scale: Scale
  hrefOf: (branchId: string) => string
}

const BarMark = ({ bar: { node, x, y, height, labelPx }, scale, hrefOf }: BarMarkProps): ReactNode => {
  const navigate = useNavigate()
  const { name, value } = useLabel()(node, scale)
  const isTwoLines = height >= twoLinesPx
  const labelX = x + barPx + 7
  const middle = y + height / 2
  const halo = { paintOrder: 'stroke', stroke: 'var(--surface)', strokeWidth: 3.5, strokeLinejoin: 'round' } as const
  const mark = (
    <>
      <title>{`${name}: ${value}`}</title>
      <rect
        x={x}
        y={y}
        width={barPx}
        height={height}
        rx={Math.min(2, height / 2)}
        style={{
          fill:
            node.kind === 'rest'
              ? 'var(--muted)'
              : node.kind === 'unknown' || node.isNotRead
                ? 'var(--unknown)'
                : colourOfNode(node),
        }}
      />
      {isTwoLines ? (
        <text x={labelX} y={middle - 3} fontSize={12.5} fill="var(--ink)" style={halo}>
          <tspan fontWeight={600}>{cut(name, labelPx, charPx)}</tspan>
          <tspan x={labelX} dy={15} fontSize={12} fill="var(--quiet)">
            {value}
          </tspan>
        </text>
      ) : (
        <text x={labelX} y={middle + 4} fontSize={12} fill="var(--ink)" style={halo}>
          {cut(name, labelPx - value.length * smallCharPx - 8, smallCharPx)}
          <tspan dx={5} fill="var(--quiet)">
            {value}
          </tspan>
        </text>
      )}
    </>
  )
  const { branchId } = node
  if (branchId === null || !node.isOpenable || node.level === 0) return <g>{mark}</g>
  const href = hrefOf(branchId)
  const go = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ href })
  }
  return (
    <a href={href} onClick={go} className="hover:underline">
      {/* Room to hit it with a finger. */}
      <rect
        x={x - 4}
        y={middle - Math.max(12, height / 2)}
        width={labelPx + barPx}
        height={Math.max(24, height)}
        fill="transparent"
      />
      {mark}
    </a>
  )
}
