import { colourOf, fullName } from '@busbar/charts'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import type { LegendLine } from './legend-lines.tsx'
import { LastValue, Swatch } from './legend-lines.tsx'
import { shownChange, shownSum, shownValue } from './shown-value.ts'

export interface LegendProps {
  lines: readonly LegendLine[]
  /** Name of the compared period; null without one. */
  compared: string | null
  onShown: (paramId: number, isShown: boolean) => void
  onFlip: (paramId: number) => void
  /** Highlights a line by its index; null for none. */
  onFocus: (line: number | null) => void
  /** Takes a line away; those that may not be taken away have none. */
  onRemove?: ((paramId: number) => void) | undefined
  /** Which of them stays. */
  fixedId?: number | undefined
}

/** Series with their figures in the shown span: a table, or on a phone one card each. */
export const Legend = (props: LegendProps): ReactNode =>
  useMedia('phone') ? <Cards {...props} /> : <Table {...props} />

const numberClass = 'px-2 py-2 text-right whitespace-nowrap'

const Table = (props: LegendProps): ReactNode => {
  const { charts } = useTexts()
  const { lines, compared, onFocus, onRemove } = props
  const hasSums = lines.some(({ figures }) => (figures?.sumUnit ?? null) !== null)
  const heads = [
    charts.last,
    charts.lowest,
    charts.mean,
    charts.highest,
    ...(hasSums ? [charts.sum] : []),
    ...(compared === null ? [] : [compared]),
    charts.gapsTitle,
  ]
  return (
    <div className="overflow-x-auto" role="region" tabIndex={0} aria-label={charts.legend}>
      <table className="w-full border-collapse text-sm" aria-label={charts.history}>
        <thead>
          <tr className="h-8.5 border-y border-line bg-sunken text-left text-xs text-faint">
            <th scope="col" className="w-10 pl-4 font-medium">
              <span className="sr-only">{charts.shown}</span>
            </th>
            <th scope="col" className="px-2 font-medium">
              {charts.line}
            </th>
            <th scope="col" className="px-2 font-medium">
              {charts.axis}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 text-right font-medium last:pr-4">
                {head}
              </th>
            ))}
            {onRemove !== undefined && (
              <th scope="col" className="w-10">
                <span className="sr-only">{charts.removeTitle}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onMouseLeave={() => onFocus(null)}>
          {lines.map((line) => (
            <Row key={line.series.paramId} {...props} one={line} hasSums={hasSums} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends LegendProps {
  one: LegendLine
  hasSums: boolean
}

const Row = ({ one, hasSums, compared, onShown, onFlip, onFocus, onRemove, fixedId }: RowProps): ReactNode => {
  const format = useFormat()
  const { series, figures, change, isShown } = one
  const value = (of: number | null | undefined): string => shownValue(series, of ?? null, format)
  return (
    <tr
      className="border-b border-line last:border-b-0 hover:bg-hover"
      onMouseEnter={() => isShown && onFocus(one.line)}
      onFocus={() => isShown && onFocus(one.line)}
      onBlur={() => onFocus(null)}
    >
      <td className="py-2 pl-4">
        <Shown one={one} onShown={onShown} />
      </td>
      <td className="max-w-80 px-2 py-2">
        <Name one={one} />
      </td>
      <td className="px-2 py-2 text-quiet">
        <Axis one={one} onFlip={onFlip} />
      </td>
      <td className={numberClass}>
        <LastValue on={figures?.lastOn ?? null}>{value(figures?.last)}</LastValue>
      </td>
      <td className={numberClass}>{value(figures?.least)}</td>
      <td className={numberClass}>{series.labels === undefined ? value(figures?.mean) : '—'}</td>
      <td className={numberClass}>{value(figures?.greatest)}</td>
      {hasSums && <td className={numberClass}>{shownSum(figures, format)}</td>}
      {compared !== null && <td className={numberClass}>{shownChange(series, change, format)}</td>}
      <td className={`${numberClass} last:pr-4`}>
        <Gaps one={one} />
      </td>
      {onRemove !== undefined && (
        <td className="pr-3 text-right">{series.paramId !== fixedId && <Remove one={one} onRemove={onRemove} />}</td>
      )}
    </tr>
  )
}

const Cards = ({ lines, compared, onShown, onRemove, fixedId }: LegendProps): ReactNode => {
  const { charts } = useTexts()
  const format = useFormat()
  return (
    <ul className="border-t border-line text-sm" aria-label={charts.history}>
      {lines.map((one) => {
        const { series, figures, change } = one
        const value = (of: number | null | undefined): string => shownValue(series, of ?? null, format)
        const facts = [
          [charts.lowest, value(figures?.least)],
          ...(series.labels === undefined ? [[charts.mean, value(figures?.mean)]] : []),
          [charts.highest, value(figures?.greatest)],
          ...((figures?.sumUnit ?? null) === null ? [] : [[charts.sum, shownSum(figures, format)]]),
          ...(compared === null ? [] : [[compared, shownChange(series, change, format)]]),
        ]
        return (
          <li key={series.paramId} className="flex flex-col gap-1.5 border-b border-line px-4 py-3 last:border-b-0">
            <div className="flex items-start gap-2.5">
              <Shown one={one} onShown={onShown} />
              <span className="min-w-0 flex-1">
                <Name one={one} />
              </span>
              <span className="text-right whitespace-nowrap">
                <LastValue on={figures?.lastOn ?? null}>{value(figures?.last)}</LastValue>
              </span>
              {onRemove !== undefined && series.paramId !== fixedId && <Remove one={one} onRemove={onRemove} />}
            </div>
            <div className="flex flex-wrap gap-x-4 gap-y-1 pl-7.5 text-quiet">
              {facts.map(([name, text]) => (
                <span key={name} className="whitespace-nowrap">
                  {name} <span className="text-ink">{text}</span>
                </span>
              ))}
              {figures !== null && (figures.gaps !== 0 || figures.knownFrom !== null || figures.last === null) && (
                <span>
                  {charts.gapsTitle} <Gaps one={one} />
                </span>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const Shown = ({ one: { series, line, isShown }, onShown }: { one: LegendLine } & Pick<LegendProps, 'onShown'>) => {
  const { charts } = useTexts()
  return (
    <input
      type="checkbox"
      checked={isShown}
      aria-label={charts.showLine({ name: fullName(series) })}
      onChange={({ target }) => onShown(series.paramId, target.checked)}
      className="mt-px size-4 shrink-0 align-middle max-md:size-5"
      style={{ accentColor: `var(${colourOf(line)})` }}
    />
  )
}

const Name = ({ one: { series, line, isShown } }: { one: LegendLine }): ReactNode => (
  <span className="flex min-w-0 items-center gap-2">
    <Swatch line={line} />
    <span className={`min-w-0 break-words ${isShown ? '' : 'text-quiet'}`}>
      <Link to="/params/$id" params={{ id: series.paramId }} className="font-medium underline-offset-3 hover:underline">
        {series.name}
      </Link>
      {series.deviceLabel !== undefined && <span className="ml-1.5 text-quiet">{series.deviceLabel}</span>}
    </span>
  </span>
)

const Axis = ({
  one: { series, axis, canFlip },
  onFlip,
}: { one: LegendLine } & Pick<LegendProps, 'onFlip'>): ReactNode => {
  const { charts } = useTexts()
  if (axis === null) return '—'
  const text =
    axis.plot === 0 ? charts.sides[axis.side] : charts.sideOf({ side: charts.sides[axis.side], plot: axis.plot + 1 })
  if (!canFlip) return text
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1.5 rounded-part text-accent underline-offset-3 hover:underline print:no-underline"
      aria-label={charts.otherSide({ name: fullName(series), side: text })}
      title={charts.otherSide({ name: fullName(series), side: text })}
      onClick={() => onFlip(series.paramId)}
    >
      {text}
      <ArrowLeftRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

const Gaps = ({ one: { figures } }: { one: LegendLine }): ReactNode => {
  const { charts, common } = useTexts()
  const { span, time } = useFormat()
  if (figures === null || figures.gaps === null) return '—'
  const { gaps, gapsMs, knownFrom, last } = figures
  if (last === null && gaps === 0) return <span className="text-unknown-text">{charts.noData}</span>
  return (
    <>
      {gaps === 0 ? (
        <span className="text-faint">{common.none}</span>
      ) : (
        <span className="font-medium text-unknown-text">
          {gaps}
          {gapsMs >= 1000 && ` · ${span(gapsMs)}`}
        </span>
      )}
      {knownFrom !== null && (
        <span className="block text-xs text-unknown-text">
          {charts.noDataBefore({ time: time(new Date(knownFrom).toISOString()) })}
        </span>
      )}
    </>
  )
}

const Remove = ({ one: { series }, onRemove }: { one: LegendLine; onRemove: (paramId: number) => void }): ReactNode => {
  const { charts } = useTexts()
  return (
    <button
      type="button"
      className="grid size-7 place-items-center rounded-part text-quiet hover:bg-hover hover:text-ink max-md:size-9 print:hidden"
      aria-label={charts.remove({ name: fullName(series) })}
      title={charts.remove({ name: fullName(series) })}
      onClick={() => onRemove(series.paramId)}
    >
      <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
