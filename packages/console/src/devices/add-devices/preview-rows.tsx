import { type ReactNode, useMemo } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import type { DeviceRow } from './device-rows.rules.ts'

/** Preview of the new devices line by line, with errors. */
export const PreviewRows = ({ rows }: { rows: readonly DeviceRow[] }): ReactNode => {
  const { common, many } = useTexts()
  const { duration, number } = useFormat()
  const wrong = rows.filter(({ problem }) => problem !== null).length
  const columns = useMemo(
    (): Column<DeviceRow>[] => [
      {
        id: 'name',
        title: common.device,
        share: 1.6,
        cell: ({ name, line }) => name || many.line({ number: number(line) }),
      },
      {
        id: 'unit',
        title: common.unit,
        align: 'right',
        share: 0.6,
        phone: 'value',
        cell: ({ unit }) => (Number.isNaN(unit) ? '—' : unit),
      },
      { id: 'template', title: many.template, share: 1.1, phone: 'detail', cell: ({ template }) => template || '—' },
      {
        id: 'period',
        title: many.fields.updatePeriodSec,
        align: 'right',
        share: 0.8,
        from: 'tablet',
        phone: 'none',
        cell: ({ periodSec }) => (Number.isFinite(periodSec) ? duration(periodSec * 1000) : '—'),
      },
      {
        id: 'tags',
        title: many.tags,
        share: 1.2,
        from: 'desktop',
        phone: 'none',
        cell: ({ tags }) => tags.join(', '),
      },
      {
        id: 'problem',
        title: common.state,
        share: 3.4,
        phone: 'detail',
        cell: ({ problem, line }) =>
          problem !== null && (
            <StateMark tone="critical">
              {many.line({ number: number(line) })}: {many.problems[problem]}
            </StateMark>
          ),
      },
    ],
    [common, many, duration, number],
  )
  // Errors come first: they must be visible among two hundred lines.
  const ordered = rows.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null) || a.line - b.line)
  return (
    <Panel title={many.preview({ count: rows.length - wrong })}>
      <DataTable
        label={many.preview({ count: rows.length - wrong })}
        rows={ordered}
        columns={columns}
        rowKey={({ line }) => line}
      />
    </Panel>
  )
}
