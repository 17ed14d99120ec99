import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { emptyDraft, type StepProps } from './draft.ts'
import { StepPanel } from './steps.tsx'

type Widgets = AnswerOf<'values', 'widgets'>

/** Charts are the largest part of the console: they come when there is something to draw. */
const FirstChart = lazy(async () => ({ default: (await import('./first-chart.tsx')).FirstChart }))

/** Until the stream brings the first reading. */
const pollMs = 2000
const hasValues = (widgets: Widgets | undefined): boolean =>
  widgets?.some(({ lastValue }) => lastValue !== undefined) ?? false

/** Result: live values and the first chart. */
export const DoneStep = ({ draft, change, go }: StepProps): ReactNode => {
  const { common, newNet } = useTexts()
  const deviceIds = draft.deviceIds ?? []
  const [deviceId, setDeviceId] = useState(deviceIds[0])
  const devices = useQueries({
    queries: deviceIds.map((id) => apiQuery('devices', 'get', { deviceId: id })),
    combine: (results) => results.map(({ data }) => data),
  })
  const netId = draft.made?.netId ?? 0
  return (
    <StepPanel
      step="done"
      help={newNet.doneHelp({ count: deviceIds.length })}
      actions={
        <>
          <Button
            onClick={() => {
              change(() => emptyDraft)
              go('connection')
            }}
          >
            {newNet.another}
          </Button>
          <Link to="/nets/$id" params={{ id: netId }} className={buttonClass('primary')}>
            {newNet.toNet}
          </Link>
        </>
      }
    >
      {deviceId !== undefined && (
        <>
          <div className="max-w-xl">
            <Choice
              label={common.device}
              value={deviceId}
              options={deviceIds.map((id, i) => [id, devices[i]?.name ?? String(id)] as const)}
              onChange={setDeviceId}
            />
          </div>
          <DeviceValues key={deviceId} deviceId={deviceId} />
        </>
      )}
    </StepPanel>
  )
}

const DeviceValues = ({ deviceId }: { deviceId: number }): ReactNode => {
  const { newNet } = useTexts()
  const lang = serviceLanguage(useLanguage())
  const widgets = useQuery({
    ...apiQuery('values', 'widgets', { deviceId, lang }),
    refetchInterval: ({ state }) => (hasValues(state.data) ? false : pollMs),
  })
  return (
    <Loaded query={widgets}>
      {(rows) =>
        hasValues(rows) ? (
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <FirstValues deviceId={deviceId} rows={rows} />
            <Suspense>
              <FirstChart deviceId={deviceId} rows={rows} />
            </Suspense>
          </div>
        ) : (
          <p role="status" className="py-8 text-quiet">
            {newNet.awaiting}
          </p>
        )
      }
    </Loaded>
  )
}

type Widget = AnswerOf<'values', 'widgets'>[number]

const shownMax = 12

/** The first values of a device, kept up to date; its page has them all. */
const FirstValues = ({ deviceId, rows }: { deviceId: number; rows: readonly Widget[] }): ReactNode => {
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
