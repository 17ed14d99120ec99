import { branchColours, colourOf, ticksTo } from '@busbar/charts/bar-model'
import { axisFontPx, axisTicks, useWidth, ValueAxis } from '@busbar/charts/bars'
import { at } from '@busbar/kit/at'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAmount, useDates } from '../figures/energy-format.ts'
import type { BranchLoad, BranchNode } from '../figures.ts'

export interface LoadPanelProps {
  zone: string
  root: BranchNode
  branchRanks: ReadonlyMap<string | null, number>
  loads: readonly BranchLoad[]
}

interface Row {
  load: BranchLoad
  name: string
  colour: string
}

const linesMax = 7
/** Number of rows drawn first; the others follow when the page is idle. */
const rowsAtOnce = 60

/** Load duration curves and highest quarter-hours of the selected branch and its children. */
export const LoadPanel = memo(({ zone, root, branchRanks, loads }: LoadPanelProps): ReactNode => {
  const names = new Map([root, ...root.parts].map(({ branchId, name }) => [branchId, name]))
  const colours = branchColours(root.parts)
  const rows = loads
    .map((load): Row => {
      const isRoot = load.branchId === root.branchId
      const colour = isRoot ? 'var(--ink)' : colourOf(colours.get(load.branchId) ?? 0)
      return { load, name: names.get(load.branchId) ?? '', colour }
    })
    .toSorted((a, b) => orderOf(a, root, branchRanks) - orderOf(b, root, branchRanks))
  const count = useDeferredValue(Math.max(rowsAtOnce, rows.length), rowsAtOnce)
  return (
    <div className="grid gap-x-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <DurationChart rows={rows.slice(0, linesMax + 1)} />
      <PeakTable rows={rows.slice(0, count)} zone={zone} />
    </div>
  )
})

const orderOf = (
  { load: { branchId } }: Row,
  root: BranchNode,
  branchRanks: ReadonlyMap<string | null, number>,
): number => (branchId === root.branchId ? -1 : (branchRanks.get(branchId) ?? 0))

const height = 200
const [top, bottom] = [18, 24]

const DurationChart = ({ rows }: { rows: readonly Row[] }): ReactNode => {
  const { energy } = useTexts()
  const format = useAmount()
  const { percent } = format
  const { ref, width } = useWidth<HTMLDivElement>()
  const unit = rows[0]?.load.unit ?? null
  // Branches of other units have no place on its axis.
  const drawn = rows.filter(({ load }) => load.duration.length > 0 && load.unit === unit)
  const ticks = ticksTo(Math.max(0, ...drawn.map(({ load }) => at(load.duration, 0))), 4)
  const greatest = ticks.at(-1) ?? 1
  const axis = axisTicks(format, ticks, unit, axisFontPx)
  const left = axis.widthPx
  const y = (value: number): number => height - bottom - (Math.max(0, value) / greatest) * (height - top - bottom)
  const x = (share: number): number => left + share * (width - left - 40)
  const pathOf = ({ duration }: BranchLoad): string =>
    duration
      .map(
        (power, index) =>
          `${index === 0 ? 'M' : 'L'}${x(index / (duration.length - 1)).toFixed(1)} ${y(power).toFixed(1)}`,
      )
      .join('')
  return (
    <div ref={ref} className="min-w-0 px-4 pb-3">
      <p className="text-xs text-quiet">{energy.durationHelp}</p>
      {drawn.length === 0 && <p className="py-8 text-center text-sm text-quiet">{energy.noLoad}</p>}
      {width > 0 && drawn.length > 0 && (
        <svg width={width - 32} height={height} role="img" aria-label={energy.duration} className="block">
          <ValueAxis axis={axis} right={width} y={y} />
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <text
              key={share}
              x={Math.min(x(share), width - 32)}
              y={height - 7}
              fontSize={11}
              textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
              fill="var(--faint)"
            >
              {percent(share, 0)}
            </text>
          ))}
          {drawn.map(({ load, colour }) => (
            <path
              key={load.branchId ?? 'whole'}
              d={pathOf(load)}
              fill="none"
              strokeWidth={1.75}
              strokeLinejoin="round"
              style={{ stroke: colour }}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

const PeakTable = ({ rows, zone }: { rows: readonly Row[]; zone: string }): ReactNode => {
  const { energy } = useTexts()
  const { amount, percent } = useAmount()
  const dates = useDates(zone)
  const cell = 'py-1.5 px-1.5 first:pl-4 last:pr-4'
  return (
    <table className="h-max w-full text-sm">
      <thead>
        <tr className="border-y border-line bg-sunken text-xs text-faint">
          <th scope="col" className={`${cell} text-left font-medium`}>
            {energy.branch}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {energy.peak}
          </th>
          <th scope="col" className={`${cell} text-left font-medium max-md:hidden`}>
            {energy.when}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {energy.standby}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ load, name, colour }) => (
          <tr key={load.branchId ?? 'whole'} className="border-b border-line last:border-b-0">
            <th scope="row" className={`${cell} text-left font-normal`}>
              <span className="inline-flex items-center gap-1.5">
                <span className="h-0.5 w-3 shrink-0" style={{ background: colour }} aria-hidden="true" />
                <span className="max-w-48 truncate" title={name}>
                  {name}
                </span>
              </span>
              {load.isTooCoarse ? (
                <span className="block text-xs text-unknown-text">{energy.tooCoarse}</span>
              ) : (
                load.known < load.quarters && (
                  <span className="block text-xs text-faint">
                    {energy.readFor({ share: percent(load.known / load.quarters) })}
                  </span>
                )
              )}
            </th>
            <td className={`${cell} text-right font-medium whitespace-nowrap`}>
              {amount(load.peak?.power, load.unit)}
            </td>
            <td className={`${cell} whitespace-nowrap text-quiet max-md:hidden`}>
              {load.peak === null ? '' : dates.moment(Date.parse(load.peak.on))}
            </td>
            <td className={`${cell} text-right whitespace-nowrap`}>{amount(load.standby, load.unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
