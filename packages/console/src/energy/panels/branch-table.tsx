import { colourOf, coverageMin } from '@busbar/charts/bar-model'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, Gauge } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { CoverageStrip } from '../coverage-strip.tsx'
import { useAmount } from '../figures/energy-format.ts'
import type { EnergySearch } from '../figures/period.rules.ts'
import { type BranchNode, type EnergyFigures, unmeteredOf } from '../figures.ts'
import { Trend } from '../trend.tsx'
import { type BranchRow, rowsOf } from './branch-rows.rules.ts'

export interface BranchTrend {
  values: readonly (number | null)[]
  coverages: readonly (number | null)[]
}

export interface BranchTableProps {
  treeId: string
  search: EnergySearch
  root: BranchNode
  unit: string | null
  units: ReadonlyMap<string | null, string | null>
  earlier: ReadonlyMap<string | null, EnergyFigures>
  comparedText: string
  /** Trends by branch; those that were not requested are missing. */
  courses: ReadonlyMap<string | null, BranchTrend>
}

/** Number of rows drawn first; the others follow when the page is idle. */
const rowsAtOnce = 60

/** All branches with share, course, change and coverage. Those below are behind a button each. Of a large tree it takes long to draw, so it is drawn when it changes alone. */
export const BranchTable = memo((props: BranchTableProps): ReactNode => {
  const { root, unit, earlier, comparedText } = props
  const { energy } = useTexts()
  const [open, setOpen] = useState<ReadonlySet<string | null>>(new Set())
  const toggle = (branchId: string | null): void => {
    const next = new Set(open)
    if (!next.delete(branchId)) next.add(branchId)
    setOpen(next)
  }
  const rows = rowsOf(root, (id) => open.has(id), earlier)
  const count = useDeferredValue(Math.max(rowsAtOnce, rows.length), rowsAtOnce)
  const head = 'px-1.5 py-1.5 font-medium first:pl-4 last:pr-4 md:px-3'
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm" aria-label={energy.branches}>
        <thead>
          <tr className="border-y border-line bg-sunken text-xs text-faint">
            <th scope="col" className={`${head} text-left`}>
              {energy.branch}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {unit ?? energy.total}
            </th>
            <th scope="col" className={`${head} text-left max-md:hidden`}>
              {energy.share}
            </th>
            <th scope="col" className={`${head} text-left max-wide:hidden`}>
              {energy.course}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {comparedText}
            </th>
            <th scope="col" className={`${head} text-right max-md:hidden`}>
              {energy.unmetered}
            </th>
            <th scope="col" className={`${head} text-right max-md:hidden`}>
              {energy.coverage}
            </th>
            <th scope="col" className={`${head} text-left max-wide:hidden`}>
              {energy.readings}
            </th>
            <th scope="col" className={`${head} text-right max-wide:hidden`}>
              {energy.sensors}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map((row) => (
            <Row key={row.part.branchId} row={row} {...props} onToggle={toggle} />
          ))}
          <Row
            row={{ part: root, level: 0, colour: -1, isOpen: false, earlier: earlier.get(root.branchId) }}
            {...props}
            onToggle={toggle}
          />
        </tbody>
      </table>
    </div>
  )
})

interface RowProps extends BranchTableProps {
  row: BranchRow
  onToggle: (branchId: string | null) => void
}

const Row = ({ row, treeId, search, root, unit, units, courses, onToggle }: RowProps): ReactNode => {
  const { energy } = useTexts()
  const { amount, percent } = useAmount()
  const { part, level, colour, isOpen, earlier } = row
  const { figures } = part
  const isSum = colour < 0
  const rest = unmeteredOf(part)
  const total = root.figures.energy
  const share = figures.energy === null || total === null || total <= 0 ? null : figures.energy / total
  const own = units.get(part.branchId) ?? null
  const course = courses.get(part.branchId)
  const cell = 'px-1.5 py-1.5 first:pl-4 last:pr-4 md:px-3'
  const isLow = figures.coverage < coverageMin
  return (
    <tr className={`border-b border-line last:border-b-0 ${isSum ? 'bg-sunken font-semibold' : 'hover:bg-hover'}`}>
      <th scope="row" className={`${cell} max-w-72 text-left ${level === 0 ? 'font-medium' : 'font-normal'}`}>
        <span className="flex items-center gap-1.5" style={{ paddingLeft: level * 20 }}>
          {!isSum && part.parts.length > 0 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={energy.showBelow({ name: part.name })}
              className="grid size-6 shrink-0 place-items-center rounded-mark text-quiet hover:bg-pressed max-md:size-9"
              onClick={() => onToggle(part.branchId)}
            >
              {isOpen ? (
                <ChevronDown className="size-4" aria-hidden="true" />
              ) : (
                <ChevronRight className="size-4" aria-hidden="true" />
              )}
            </button>
          ) : (
            <span className="w-6 shrink-0 max-md:w-9" />
          )}
          {isSum ? (
            <Gauge className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <span
              className="size-2.5 shrink-0 rounded-[2px]"
              style={{ background: colourOf(colour), opacity: level === 0 ? 1 : 0.55 }}
              aria-hidden="true"
            />
          )}
          {!isSum && part.parts.length > 0 && part.branchId !== null ? (
            <Link
              to="/energy/$treeId"
              params={{ treeId }}
              search={{ ...search, branch: part.branchId }}
              className="max-w-[190px] truncate underline-offset-3 hover:underline"
              title={part.name}
            >
              {part.name}
            </Link>
          ) : (
            <span className="max-w-[190px] truncate" title={part.name}>
              {part.name}
            </span>
          )}
          {figures.metered !== undefined && !isSum && (
            <Gauge
              className="size-3.5 shrink-0 text-faint"
              strokeWidth={1.75}
              role="img"
              aria-label={energy.mainMeter}
            />
          )}
        </span>
      </th>
      <td className={`${cell} text-right font-medium whitespace-nowrap`}>
        {amount(figures.energy, own === unit ? null : own)}
      </td>
      <td className={`${cell} max-md:hidden`}>
        {!isSum && (
          <span className="flex items-center gap-2">
            <span className="h-1.5 w-20 shrink-0 overflow-hidden rounded-full bg-pressed" aria-hidden="true">
              <span
                className="block h-full"
                style={{ width: `${Math.min(1, Math.max(0, share ?? 0)) * 100}%`, background: colourOf(colour) }}
              />
            </span>
            <span className="text-quiet">{percent(share)}</span>
          </span>
        )}
      </td>
      <td className={`${cell} max-wide:hidden`}>{course !== undefined && <Spark values={course.values} />}</td>
      <td className={`${cell} text-right`}>
        <Trend now={figures} earlier={earlier} />
      </td>
      <td className={`${cell} text-right whitespace-nowrap max-md:hidden`}>
        {rest === undefined ? '' : amount(rest)}
        {typeof rest === 'number' && figures.energy !== null && figures.energy > 0 && (
          <span className="font-normal text-faint">{` · ${percent(rest / figures.energy)}`}</span>
        )}
      </td>
      <td className={`${cell} text-right whitespace-nowrap max-md:hidden ${isLow ? 'text-unknown-text' : ''}`}>
        {percent(figures.coverage)}
      </td>
      <td className={`${cell} max-wide:hidden`}>
        {course !== undefined && (
          <CoverageStrip
            label={energy.coverageStrip({ share: percent(figures.coverage) })}
            coverages={course.coverages}
          />
        )}
      </td>
      <td className={`${cell} text-right whitespace-nowrap text-quiet max-wide:hidden`}>
        {`${figures.sensorsReported}/${figures.sensorsTotal}`}
      </td>
    </tr>
  )
}

const [width, height] = [84, 22]

/** The course of a branch, as small as a word; the table has its figures. It breaks where nothing is known. */
const Spark = ({ values }: { values: readonly (number | null)[] }): ReactNode => {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [min, max] = [Math.min(0, ...known), Math.max(...known)]
  const x = (at: number): string => ((at / (values.length - 1)) * width).toFixed(1)
  const y = (value: number): string =>
    (height - 2 - (max === min ? 0.5 : (value - min) / (max - min)) * (height - 4)).toFixed(1)
  const path = values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${x(at)} ${y(value)}`))
    .join('')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-5.5 w-21" aria-hidden="true">
      <path d={path} className="fill-none stroke-faint" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  )
}
