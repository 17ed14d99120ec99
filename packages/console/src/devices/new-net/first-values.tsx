import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { Value } from '../../ui/layout/value.tsx'

type Widget = AnswerOf<'values', 'widgets'>[number]

const shownMax = 12

/** The first values of a device, kept up to date; its page has them all. */
export const FirstValues = ({ deviceId, rows }: { deviceId: number; rows: readonly Widget[] }): ReactNode => {
  const { common, device, newNet } = useTexts()
  const columns = useMemo(
    (): Column<Widget>[] => [
      {
        id: 'name',
        title: device.parameter,
        share: 3,
        cell: ({ paramId, name, fullName }) => (
          <Link to="/params/$id" params={{ id: paramId }} className="underline-offset-4 hover:underline">
            {name ?? fullName}
          </Link>
        ),
      },
      {
        id: 'value',
        title: common.value,
        share: 2,
        align: 'right',
        cell: ({ formatedLastValue }) => <Value text={formatedLastValue} />,
      },
    ],
    [common, device],
  )
  const lastReadOn = rows.find((row) => row.lastReadOn !== undefined)?.lastReadOn
  const aside = (
    <span className="text-sm text-quiet">
      {common.lastRead}: <Ago iso={lastReadOn} />
    </span>
  )
  return (
    <Panel title={newNet.values} aside={aside}>
      <DataTable
        label={newNet.values}
        rows={rows.slice(0, shownMax)}
        columns={columns}
        rowKey={({ paramId }) => paramId}
      />
      <p className="border-t border-line px-4 py-3 text-sm">
        <Link to="/devices/$id" params={{ id: deviceId }}>
          {newNet.allValues({ count: rows.length })}
        </Link>
      </p>
    </Panel>
  )
}
