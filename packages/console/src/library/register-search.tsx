import { type RegisterKind, registerKinds } from '@busbar/modbus'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import type { ApiError } from '../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { errorText, reasonText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Checkbox, TextField } from '../ui/forms/fields.tsx'
import { NumberField } from '../ui/forms/number-field.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { rawMap } from './register-map/raw-map.rules.ts'

type RangeProgress = AnswerOf<'scan', 'rangesProgress'>
interface AddressRange {
  kind: RegisterKind
  from: number
  till: number
}

const pollMs = 500

const isUnderWay = (progress: RangeProgress | undefined): boolean =>
  progress === undefined || progress.state === 'waiting' || progress.state === 'running'

/** A search for registers of a unit. It ends with the page, which alone shows what it finds. */
const useRangeScan = (netId: number, unit: number) => {
  const [scanId, setScanId] = useState<string | null>(null)
  const progress = useQuery({
    ...apiQuery('scan', 'rangesProgress', { scanId: scanId ?? '' }),
    enabled: scanId !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) && state.error === null ? pollMs : false),
  })
  const start = useMutation<{ scanId: string }, ApiError, AddressRange[]>({
    mutationFn: (ranges) =>
      call('scan', 'startRanges', { connection: { kind: 'net-id', networkId: netId }, unit, ranges }),
    onSuccess: (started) => setScanId(started.scanId),
  })
  const stop = useMutation<object, ApiError>({
    mutationFn: () => call('scan', 'cancel', { scanId: scanId ?? '' }),
    onSettled: () => progress.refetch(),
  })
  const isRunning = start.isPending || (scanId !== null && progress.error === null && isUnderWay(progress.data))
  const leave = useEffectEvent(() => {
    if (isRunning && scanId !== null) void call('scan', 'cancel', { scanId }).catch(() => undefined)
  })
  useEffect(() => () => leave(), [])
  return {
    progress: scanId === null ? undefined : progress.data,
    isRunning,
    start,
    stop,
    error: start.error ?? stop.error ?? progress.error,
  }
}

const usual: readonly RegisterKind[] = ['holding', 'input']
/** As many as the service takes. */
const addressesMax = 2000

/** Looks for registers that a unit has; what is found can become a template. */
export const RegisterSearch = ({ netId, unit }: { netId: number; unit: number }): ReactNode => {
  const texts = useTexts()
  const { library } = texts
  const [kinds, setKinds] = useState<readonly RegisterKind[]>(usual)
  const [from, setFrom] = useState('0')
  const [till, setTill] = useState('99')
  const { progress, isRunning, start, stop, error } = useRangeScan(netId, unit)
  const [first, last] = [Number(from), Number(till)]
  const isValid =
    /^\d{1,5}$/.test(from) &&
    /^\d{1,5}$/.test(till) &&
    first <= last &&
    last <= 65_535 &&
    kinds.length > 0 &&
    (last - first + 1) * kinds.length <= addressesMax
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isValid) start.mutate(kinds.map((kind) => ({ kind, from: first, till: last })))
  }
  return (
    <Panel title={library.scan}>
      <div className="flex flex-col gap-4 px-4 pb-4">
        <form onSubmit={submit} className="flex flex-wrap items-end gap-4">
          <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
            <legend className="mb-1 text-sm font-medium">{library.scanKinds}</legend>
            {registerKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={library.areas[kind]}
                checked={kinds.includes(kind)}
                onChange={({ target }) =>
                  setKinds(registerKinds.filter((one) => (one === kind ? target.checked : kinds.includes(one))))
                }
              />
            ))}
          </fieldset>
          <NumberField label={library.scanFrom} isWhole value={from} onChange={setFrom} />
          <NumberField
            label={library.scanTill}
            isWhole
            value={till}
            error={isValid ? undefined : library.scanLimit}
            onChange={setTill}
          />
          {isRunning ? (
            <Button onClick={() => stop.mutate()}>{library.scanStop}</Button>
          ) : (
            <Button type="submit" variant="primary" disabled={!isValid}>
              {library.scanStart}
            </Button>
          )}
        </form>
        {error !== null && <Notice tone="critical">{errorText(texts, error)}</Notice>}
        {progress !== undefined && <Progress progress={progress} />}
        {progress !== undefined && !isRunning && <Outcome progress={progress} netId={netId} unit={unit} />}
      </div>
    </Panel>
  )
}

const countOf = ({ found }: RangeProgress): number => found.reduce((sum, { words }) => sum + words.length, 0)

const Progress = ({ progress }: { progress: RangeProgress }): ReactNode => {
  const { library } = useTexts()
  const { number } = useFormat()
  const id = useId()
  const { state, asked, total } = progress
  return (
    <div className="flex max-w-xl flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id}>
          {state === 'waiting' ? library.scanWaiting : library.scanned({ asked: number(asked), total: number(total) })}
        </span>
        <span role="status">{library.found({ count: countOf(progress) })}</span>
      </div>
      <progress
        aria-labelledby={id}
        value={asked}
        max={total}
        className="h-2 w-full appearance-none overflow-hidden rounded-part border-0 bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}

const Outcome = ({ progress, unit }: { progress: RangeProgress; netId: number; unit: number }): ReactNode => {
  const texts = useTexts()
  const { library } = texts
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const navigate = useNavigate()
  const create = useAction('templates', 'create', [['templates']])
  const { state, err, found } = progress
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate(
      {
        orgId,
        name: formText(form, 'name'),
        manufacturer: formText(form, 'manufacturer'),
        version: '1',
        readGroupSize: 60,
        writeFunction: 'normal',
        paramTemplates: rawMap(found, (kind, address) =>
          library.rawName({ area: library.areas[kind], address: String(address) }),
        ),
      },
      { onSuccess: ({ id }) => void navigate({ to: '/library/$id', params: { id } }) },
    )
  }
  return (
    <>
      {state === 'failed' && (
        <Notice tone="unknown">
          {library.scanFailed}: {reasonText(texts, err ?? '')}
        </Notice>
      )}
      {state === 'cancelled' && <Notice>{library.scanStopped}</Notice>}
      {found.length === 0 ? (
        <p className="text-sm text-quiet">{library.foundNone}</p>
      ) : (
        <>
          <ul aria-label={library.registers} className="flex flex-wrap gap-2 font-mono text-xs">
            {found.map(({ kind, address, words }) => (
              <li key={`${kind} ${address}`} className="rounded-part border border-line px-2 py-0.5">
                {kind} {address}
                {words.length > 1 && `–${address + words.length - 1}`}
              </li>
            ))}
          </ul>
          {isManager && (
            <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
              <p className="basis-full text-sm text-quiet">{library.makeMapHelp}</p>
              <TextField
                label={library.family}
                name="name"
                required
                maxLength={200}
                defaultValue={`${library.unit} ${unit}`}
              />
              <TextField label={library.maker} name="manufacturer" required maxLength={200} />
              <Button type="submit" variant="primary" isBusy={create.isPending}>
                {library.makeMap}
              </Button>
            </form>
          )}
        </>
      )}
    </>
  )
}
