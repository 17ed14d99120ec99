import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, call, type OperationName, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'

const functions = ['normal', 'always-6', 'always-16'] as const
type NoChange = 'stays'

/** Changes how many devices are read and written. */
export const ChangeDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
  const { many } = useTexts()
  const { orgId } = useOrg()
  const [period, setPeriod] = useState('')
  const [groupSize, setGroupSize] = useState('')
  const [retries, setRetries] = useState('')
  const [reading, setReading] = useState<NoChange | 'on' | 'off'>('stays')
  const [writing, setWriting] = useState<NoChange | (typeof functions)[number]>('stays')
  const { plan, error, isBusy, preview, act, back } = useBulk('changeDevices')
  const changes = {
    ...(period !== '' && { updatePeriodSec: Number(period) }),
    ...(groupSize !== '' && { readGroupSize: Number(groupSize) }),
    ...(retries !== '' && { modbusTimeoutRetriesNum: Number(retries) }),
    ...(reading !== 'stays' && { enabled: reading === 'on' }),
    ...(writing !== 'stays' && { writeFunction: writing }),
  }
  const request: RequestOf<'bulk', 'changeDevices'> = { orgId, deviceIds: [...deviceIds], changes }
  const change = async (): Promise<void> => {
    if (!(await act(request))) return
    toast(many.changed({ count: plan?.devices.length ?? 0 }))
    onDone()
  }
  const field = (label: string, value: string, set: (text: string) => void, min: number, max: number): ReactNode => (
    <NumberField label={label} hint={many.emptyStays} isWhole min={min} max={max} value={value} onChange={set} />
  )
  return (
    <BulkForm
      title={many.changeTitle({ count: deviceIds.length })}
      isPlanned={plan !== null}
      isEmpty={plan === null ? Object.keys(changes).length === 0 : plan.devices.length === 0}
      error={error}
      isBusy={isBusy}
      act={many.changeTitle({ count: plan?.devices.length ?? 0 })}
      onPreview={() => void preview(request)}
      onAct={() => void change()}
      onBack={back}
      onClose={onClose}
    >
      {plan === null ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {field(many.period, period, setPeriod, 1, 86_400)}
          {field(many.groupSize, groupSize, setGroupSize, 1, 255)}
          {field(many.retries, retries, setRetries, 0, 10)}
          <Choice
            label={many.reading}
            value={reading}
            options={[
              ['stays', many.stays],
              ['on', many.readingOn],
              ['off', many.readingOff],
            ]}
            onChange={setReading}
          />
          <Choice
            label={many.writeFunction}
            value={writing}
            options={[['stays', many.stays], ...functions.map((one) => [one, one] as const)]}
            onChange={setWriting}
          />
        </div>
      ) : (
        <ChangeList devices={plan.devices} />
      )}
    </BulkForm>
  )
}

type PlannedChange = AnswerOf<'bulk', 'changeDevices'>['devices'][number]

/** Maximum number of listed devices; the number of others is shown. */
const shownMax = 100

/** Changes of each device, with old and new values. */
export const ChangeList = ({ devices }: { devices: readonly PlannedChange[] }): ReactNode => {
  const { many } = useTexts()
  if (devices.length === 0) return <p>{many.nothing}</p>
  return (
    <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto" aria-label={many.look}>
      {devices.slice(0, shownMax).map((device) => (
        <li key={device.deviceId} className="border-b border-line pb-2 last:border-b-0">
          <span className="font-medium break-words">{device.name}</span>
          <Differences device={device} />
          {device.warnings.map((warning) => (
            <span key={warning} className="block text-xs">
              <StateMark tone="warning">{many.warnings[warning]}</StateMark>
            </span>
          ))}
        </li>
      ))}
      {devices.length > shownMax && <li className="text-quiet">+ {devices.length - shownMax}</li>}
    </ul>
  )
}

const Differences = ({ device: { before, after } }: { device: PlannedChange }): ReactNode => {
  const { many } = useTexts()
  const shown = (value: string | number | boolean | undefined): string =>
    typeof value === 'boolean' ? (value ? many.readingOn : many.readingOff) : String(value ?? '—')
  const names = (Object.keys(many.fields) as (keyof typeof many.fields)[]).filter((name) => name in after)
  return names.map((name) => (
    <span key={name} className="flex flex-wrap items-center gap-x-1.5 text-xs text-quiet">
      {many.fields[name]}: {shown(before[name])}
      <ArrowRight className="size-3" strokeWidth={1.75} aria-label="→" />
      <span className="font-medium text-ink">{shown(after[name])}</span>
    </span>
  ))
}

/** Props of each bulk dialog. */
export interface BulkDialogProps {
  deviceIds: readonly number[]
  onClose: () => void
  /** It is done: nothing is selected any more. */
  onDone: () => void
}

type Operation = OperationName<'bulk'>

interface BulkControl<N extends Operation> {
  /** Planned changes; null until requested. */
  plan: AnswerOf<'bulk', N> | null
  error: string | null
  isBusy: boolean
  /** Asks what would change. */
  preview: (request: RequestOf<'bulk', N>) => Promise<void>
  /** Applies the request; resolves to true when it is done. */
  act: (request: RequestOf<'bulk', N>) => Promise<boolean>
  back: () => void
}

/** A change of many: first what it would do, then the doing. */
export const useBulk = <N extends Operation>(name: N): BulkControl<N> => {
  const texts = useTexts()
  const client = useQueryClient()
  const [plan, setPlan] = useState<AnswerOf<'bulk', N> | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const send = async (request: RequestOf<'bulk', N>, isTrial: boolean): Promise<AnswerOf<'bulk', N> | null> => {
    setIsBusy(true)
    setError(null)
    try {
      return await call('bulk', name, { ...request, isTrial })
    } catch (problem) {
      setError(errorText(texts, problem))
      return null
    } finally {
      setIsBusy(false)
    }
  }
  return {
    plan,
    error,
    isBusy,
    preview: async (request) => setPlan(await send(request, true)),
    async act(request) {
      const answer = await send(request, false)
      if (answer === null) return false
      await client.invalidateQueries()
      return true
    },
    back: () => setPlan(null),
  }
}

interface BulkFormProps {
  title: string
  /** Input fields; replaced by the planned changes. */
  children: ReactNode
  /** Set while planned changes are shown. */
  isPlanned: boolean
  /** Set if nothing would change, or nothing is selected. */
  isEmpty: boolean
  error: string | null
  isBusy: boolean
  isDanger?: boolean
  /** The text of the last button. */
  act: string
  onPreview: () => void
  onAct: () => void
  onBack: () => void
  onClose: () => void
}

/** A dialog in two steps: input, and planned changes. */
export const BulkForm = (props: BulkFormProps): ReactNode => {
  const { title, children, isPlanned, isEmpty, error, isBusy, isDanger = false, act } = props
  const { onPreview, onAct, onBack, onClose } = props
  const { common, many } = useTexts()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPlanned) onAct()
    else onPreview()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {error !== null && <Notice tone="critical">{error}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          {isPlanned ? (
            <Button onClick={onBack}>{many.back}</Button>
          ) : (
            <Button onClick={onClose}>{common.cancel}</Button>
          )}
          <Button
            type="submit"
            variant={isPlanned && isDanger ? 'danger' : 'primary'}
            isChange={isPlanned}
            isBusy={isBusy}
            disabled={isEmpty}
          >
            {isPlanned ? act : many.look}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
