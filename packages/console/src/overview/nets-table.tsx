import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useLanguage } from '../data/state/preferences.ts'
import type { DayValues } from '../devices/day-line.rules.ts'
import { DayLine } from '../devices/day-line.tsx'
import { paramText } from '../readings/values/param-text.ts'
import type { ParamState } from '../readings/values/quality.rules.ts'
import { countsOf } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { StateMark, StateShape } from '../ui/feedback/state-mark.tsx'
import { type Column, DataTable, RowLink, type Sort } from '../ui/layout/table.tsx'
import { KeyValue, Reason } from './key-value.tsx'
import { MonthLine } from './net-card.tsx'
import { type KeyParam, needsAttention } from './net-status.rules.ts'
import { type NetMonth, useKeyDays, useKeyStates, useNetMonths } from './use-key-values.ts'
import type { NetRow } from './use-overview.ts'

export interface NetsTableProps {
  rows: readonly NetRow[]
  facts: NetFigures
  /** Searched words of the names. */
  text: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

interface Row extends NetRow, Record<'facts', NetFigures> {}

/** All networks in one list, the worst first. */
export const NetsTable = ({ rows, facts, text, sort, onSort }: NetsTableProps): ReactNode => {
  const { overview } = useTexts()
  const words = useDeferredValue(text.trim().toLowerCase())
  const found = rows
    .filter(({ net }) => words.split(/\s+/).every((word) => net.name.toLowerCase().includes(word)))
    .map((row): Row => ({ ...row, facts }))
  const columns = useColumns()
  if (found.length === 0) return <EmptyState title={overview.noNetFound({ text: text.trim() })} />
  return (
    <DataTable
      label={overview.networks}
      rows={found}
      columns={columns}
      rowKey={({ net }) => net.id}
      rowPx={44}
      sort={sort}
      onSort={onSort}
    />
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const { common, overview } = useTexts()
  const { number } = useFormat()
  const language = useLanguage()
  return useMemo(
    () => [
      {
        id: 'mark',
        title: common.state,
        isTitleHidden: true,
        share: 0.4,
        phone: 'mark',
        cell: ({ status }) =>
          status !== null && (
            <span title={overview.states[status.tone]}>
              <StateShape tone={status.tone} />
              <span className="sr-only">{overview.states[status.tone]}</span>
            </span>
          ),
      },
      {
        id: 'name',
        title: common.name,
        share: 2,
        phone: 'title',
        sortBy: ({ net }) => net.name,
        cell: ({ net }) => <RowLink href={`/nets/${net.id}`}>{net.name}</RowLink>,
      },
      {
        id: 'wrong',
        title: overview.whatIsWrong,
        share: 2.2,
        phone: 'detail',
        cell: ({ status, link, key }) => {
          if (status === null) return <Skeleton />
          if (status.why === null) return <Quiet link={link} name={key && paramText(key.name, language)} />
          return needsAttention(status) ? (
            <span className="line-clamp-2 whitespace-normal">
              <StateMark tone={status.tone}>
                <Reason why={status.why} />
              </StateMark>
            </span>
          ) : (
            <span className="line-clamp-2 whitespace-normal text-quiet">
              <Reason why={status.why} />
            </span>
          )
        },
      },
      {
        id: 'key',
        title: overview.keyValue,
        share: 1.6,
        from: 'desktop',
        phone: 'none',
        cell: ({ key }) =>
          key != null && (
            <span className="text-quiet" title={`${key.deviceName}: ${paramText(key.name, language)}`}>
              {paramText(key.name, language)}
            </span>
          ),
      },
      {
        id: 'value',
        title: overview.last,
        share: 1.2,
        align: 'right',
        phone: 'value',
        cell: (row) =>
          row.key != null && <KeyValue keyParam={row.key} state={row.facts.stateOf(row)} link={row.link} />,
      },
      {
        id: 'day',
        title: overview.day,
        share: 1.2,
        from: 'desktop',
        phone: 'none',
        cell: (row) => <DayCell row={row} />,
      },
      {
        id: 'devices',
        title: overview.devices,
        share: 0.9,
        align: 'right',
        from: 'tablet',
        phone: 'none',
        sortBy: ({ link }) => link?.devices.length ?? 0,
        cell: ({ link }) => {
          if (link === undefined) return <Skeleton className="w-10" />
          const { all, silent } = countsOf(link.devices)
          return `${number(all - silent)} / ${number(all)}`
        },
      },
      {
        id: 'month',
        title: overview.month,
        share: 2,
        from: 'tablet',
        phone: 'none',
        sortBy: (row) => row.facts.monthOf(row)?.share ?? 2,
        cell: (row) => <MonthLine month={row.facts.monthOf(row)} label={overview.month} />,
      },
    ],
    [common, overview, number, language],
  )
}

/** Normal state: on a phone its key value, otherwise nothing. */
const Quiet = ({ link, name }: { link: NetRow['link']; name: string | null | undefined }): ReactNode => {
  const { overview } = useTexts()
  const { number } = useFormat()
  const { all, silent } = countsOf(link?.devices ?? [])
  const devices = overview.devicesOf({ some: number(all - silent), all: number(all) })
  return <span className="text-quiet md:hidden">{name == null ? devices : `${name} · ${devices}`}</span>
}

const DayCell = ({ row }: { row: Row }): ReactNode => {
  const day = row.facts.dayOf(row)
  const { why, tone } = row.status ?? { why: null, tone: 'ok' as const }
  const isKeyWrong = why?.kind === 'alert' && why.paramId === row.key?.paramId
  return day === undefined ? null : (
    <DayLine values={day} tone={isKeyWrong ? tone : 'ok'} className="h-6 w-full max-w-28" />
  )
}

/** Figures beside the status of networks; undefined until loaded. */
export interface NetFigures {
  stateOf: (row: NetRow) => ParamState | undefined
  dayOf: (row: NetRow) => DayValues | undefined
  monthOf: (row: NetRow) => NetMonth | undefined
}

const nothing: ParamState = {}

/** Asked for all networks at once. */
export const useKeyFacts = (rows: readonly NetRow[]): NetFigures => {
  // In one order whichever network is worst, so that the questions stay the same.
  const ids = rows.flatMap(({ key }) => (key == null ? [] : [key.paramId])).toSorted((a, b) => a - b)
  const keys = useMemo(
    () => rows.flatMap(({ key }): KeyParam[] => (key == null ? [] : [key])).toSorted((a, b) => a.paramId - b.paramId),
    [ids.join()],
  )
  const states = useKeyStates(keys)
  const days = useKeyDays(keys)
  const months = useNetMonths()
  return {
    stateOf: ({ key }) => (key == null || states === undefined ? undefined : (states[key.paramId] ?? nothing)),
    dayOf: ({ key }) => (key == null ? undefined : days.get(key.paramId)),
    monthOf: ({ net }) => months?.get(net.id),
  }
}
