import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Radar } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { BrowserPanel } from './browser-panel.tsx'
import { ControllerPanel } from './controller-panel.tsx'
import { RawPanel } from './raw-panel.tsx'
import { numberIn } from './registers.rules.ts'

/** Registers of the devices of a network, and the units on its bus. */
export const RegistersTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const isOperator = useHasRole('operator')
  if (!isOperator) return <NoPermission role="operator" />
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_24rem]">
      <BrowserPanel netId={netId} />
      <div className="flex min-w-0 flex-col gap-4">
        <SearchPanel netId={netId} />
        <RawPanel netId={netId} />
        <ControllerPanel netId={netId} />
      </div>
    </div>
  )
}

type Progress = AnswerOf<'scan', 'progress'>
type SearchHit = Progress['found'][number]

const pollMs = 500
const isUnderWay = (progress: Progress | undefined): boolean =>
  progress === undefined || progress.state === 'waiting' || progress.state === 'running'

/** Asks one unit after another whether it is there, and who it is. */
const SearchPanel = ({ netId }: { netId: number }): ReactNode => {
  const texts = useTexts()
  const { registers } = texts
  const { number } = useFormat()
  const [from, setFrom] = useState('1')
  const [till, setTill] = useState('32')
  const range = { from: numberIn(from, 1, 247), till: numberIn(till, 1, 247) }
  const isRight = range.from !== null && range.till !== null && range.from <= range.till
  const start = useMutation({
    mutationFn: () =>
      call('scan', 'start', {
        connection: { kind: 'net-id', networkId: netId },
        units: { from: range.from ?? 1, till: range.till ?? 247 },
      }),
  })
  const scanId = start.data?.scanId
  const progress = useQuery({
    ...apiQuery('scan', 'progress', { scanId: scanId ?? '' }),
    enabled: scanId !== undefined,
    refetchInterval: ({ state }) => (isUnderWay(state.data) && state.error === null ? pollMs : false),
  })
  const isRunning = start.isPending || (scanId !== undefined && progress.error === null && isUnderWay(progress.data))
  const stop = useMutation({ mutationFn: () => call('scan', 'cancel', { scanId: scanId ?? '' }) })
  const error = start.error ?? progress.error
  return (
    <Panel title={registers.searchLine}>
      <form
        className="flex flex-wrap items-end gap-3 px-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) start.mutate()
        }}
      >
        <NumberField label={registers.fromUnit} className="w-24" isWhole value={from} onChange={setFrom} />
        <NumberField label={registers.tillUnit} className="w-24" isWhole value={till} onChange={setTill} />
        {isRunning ? (
          <Button onClick={() => stop.mutate()}>{registers.stop}</Button>
        ) : (
          <Button type="submit" icon={Radar} disabled={!isRight}>
            {registers.searchStart}
          </Button>
        )}
      </form>
      {error !== null && (
        <div className="px-4 pb-3">
          <Notice tone="warning">{errorText(texts, error)}</Notice>
        </div>
      )}
      {progress.data && (
        <>
          <p role="status" className="px-4 pb-2 text-xs text-quiet">
            {registers.asked({ asked: number(progress.data.asked), total: number(progress.data.total) })}{' '}
            {progress.data.state === 'failed' && reasonText(texts, progress.data.err ?? '')}
          </p>
          <ul className="divide-y divide-line border-t border-line text-sm" aria-label={registers.found}>
            {progress.data.found.map((one) => (
              <FoundRow key={one.unit} netId={netId} found={one} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

const FoundRow = ({ netId, found }: { netId: number; found: SearchHit }): ReactNode => {
  const texts = useTexts()
  const { diagnosis, registers } = texts
  const { number } = useFormat()
  const identify = useMutation({
    mutationFn: () => call('scan', 'identify', { connection: { kind: 'net-id', networkId: netId }, unit: found.unit }),
  })
  const identity = identify.data?.identity ?? found.identity
  const words = [identity?.vendorName, identity?.productName ?? identity?.productCode, identity?.revision]
  const summary = words.filter((word) => word !== undefined).join(' ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
      <span className="min-w-0">
        <Link
          to="/nets/$id/registers"
          params={{ id: netId }}
          search={{ unit: found.unit }}
          className="font-medium text-accent"
        >
          {diagnosis.unit({ unit: number(found.unit) })}
        </Link>
        <span className="block text-xs text-quiet">
          {summary === ''
            ? found.answered === 'registers'
              ? registers.saysNothing
              : reasonText(texts, found.answered)
            : summary}
        </span>
        {identify.data?.templates.slice(0, 3).map(({ id, name, manufacturer, fitting, tried }) => (
          <span key={id} className="block text-xs">
            {registers.fits({ name: `${manufacturer} ${name}`.trim(), fitting: number(fitting), tried: number(tried) })}
          </span>
        ))}
        {identify.error !== null && <span className="block text-xs">{errorText(texts, identify.error)}</span>}
      </span>
      <Button isBusy={identify.isPending} onClick={() => identify.mutate()}>
        {registers.identify}
      </Button>
    </li>
  )
}
