import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { chosenUnits, withScanned, withUnit } from './draft.rules.ts'
import type { ChangeDraft, StepProps, UnitDraft } from './draft.ts'
import { StepButtons, StepPanel } from './steps.tsx'

const isUnit = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 247

/** Search for units on the bus. */
export const UnitsStep = ({ draft, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const { newNet } = texts
  const { progress, isRunning, knownCount, start, stop, error } = useScan({ draft, change })
  const { from, till, units } = draft
  const isWrong = !isUnit(from) || !isUnit(till) || Number(from) > Number(till)
  const isOver = progress !== undefined && !isRunning
  return (
    <StepPanel
      step="units"
      help={newNet.scanHelp}
      actions={
        <StepButtons
          onBack={() => go('connection')}
          onNext={() => go('templates')}
          isReady={chosenUnits(draft).length > 0}
        />
      }
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) start.mutate({ from: Number(from), till: Number(till) })
        }}
      >
        <NumberField
          label={newNet.from}
          className="w-28"
          isWhole
          value={from}
          onChange={(unit) => change(() => ({ from: unit }))}
        />
        <NumberField
          label={newNet.till}
          className="w-28"
          isWhole
          value={till}
          error={isWrong ? newNet.rangeWrong : undefined}
          onChange={(unit) => change(() => ({ till: unit }))}
        />
        <Button
          type="submit"
          variant={units.length === 0 ? 'primary' : 'plain'}
          disabled={isWrong || isRunning}
          className="min-h-10"
        >
          {progress === undefined ? newNet.scan : newNet.scanAgain}
        </Button>
        {isRunning && (
          <Button className="min-h-10" onClick={() => stop.mutate()} disabled={stop.isPending}>
            {newNet.stop}
          </Button>
        )}
      </form>
      {progress !== undefined && <ScanProgress progress={progress} />}
      {error !== null && <Notice tone="critical">{errorText(texts, error)}</Notice>}
      {progress?.state === 'cancelled' && <Notice>{newNet.scanStopped}</Notice>}
      {progress?.state === 'failed' && (
        <Notice tone="critical">{newNet.scanFailed({ reason: reasonText(texts, progress.err ?? '') })}</Notice>
      )}
      {knownCount > 0 && <Notice>{newNet.known({ count: knownCount })}</Notice>}
      {isOver && units.length === 0 && knownCount === 0 && (
        <EmptyState title={newNet.noneFound} help={newNet.noneFoundHelp} />
      )}
      {units.length > 0 && <UnitList units={units} change={change} />}
      <AddUnit units={units} change={change} />
    </StepPanel>
  )
}

/** How far a scan has come. What was found is said aloud, every single question is not. */
const ScanProgress = ({ progress }: { progress: AnswerOf<'scan', 'progress'> }): ReactNode => {
  const { newNet } = useTexts()
  const { number } = useFormat()
  const id = useId()
  const { state, asked, total, found } = progress
  return (
    <div className="flex max-w-xl flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id}>
          {state === 'waiting' ? newNet.waiting : newNet.asked({ asked: number(asked), all: number(total) })}
        </span>
        <span role="status">{newNet.found({ count: found.length })}</span>
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

interface UnitListProps {
  units: readonly UnitDraft[]
  change: ChangeDraft
}

/** Units that responded; only selected ones are added. */
const UnitList = ({ units, change }: UnitListProps): ReactNode => {
  const { newNet } = useTexts()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{newNet.units}</legend>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {units.map(({ unit, about, isWanted }) => (
          <li key={unit}>
            <Checkbox
              label={newNet.unitName({ unit })}
              hint={about === '' ? newNet.noAbout : about}
              checked={isWanted}
              onChange={({ target }) =>
                change((draft) => ({ units: withUnit(draft.units, unit, { isWanted: target.checked }) }))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Adds a unit without a scan, such as one that does not answer now. */
const AddUnit = ({ units, change }: UnitListProps): ReactNode => {
  const { newNet } = useTexts()
  const [text, setText] = useState('')
  const unit = Number(text)
  const isRight = /^\d{1,3}$/.test(text) && unit >= 1 && unit <= 247 && !units.some((one) => one.unit === unit)
  return (
    <form
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRight) return
        change((draft) => ({ units: withScanned(draft.units, [{ unit }], newNet.deviceName) }))
        setText('')
      }}
    >
      <NumberField label={newNet.unitNumber} className="w-28" isWhole value={text} onChange={setText} />
      <Button type="submit" className="min-h-10" disabled={!isRight}>
        {newNet.addUnit}
      </Button>
    </form>
  )
}

type Progress = AnswerOf<'scan', 'progress'>

const pollMs = 500

const isUnderWay = (progress: Progress | undefined): boolean =>
  progress === undefined || progress.state === 'waiting' || progress.state === 'running'

/** A scan of the draft's network. It goes on while one looks elsewhere; what it finds comes into the draft. */
const useScan = ({ draft, change }: Pick<StepProps, 'draft' | 'change'>) => {
  const { newNet } = useTexts()
  const { scanId, made } = draft
  const progress = useQuery({
    ...apiQuery('scan', 'progress', { scanId: scanId ?? '' }),
    enabled: scanId !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) && state.error === null ? pollMs : false),
  })
  const lastStart = useRef<Promise<{ scanId: string }>>(null)
  const start = useMutation<{ scanId: string }, ApiError, { from: number; till: number }>({
    mutationFn: (units) => {
      lastStart.current = call('scan', 'start', {
        connection: { kind: 'net-id', networkId: made?.netId ?? 0 },
        units,
      })
      return lastStart.current
    },
    onMutate: () => stop.reset(),
    onSuccess: (started) => change(() => ({ scanId: started.scanId })),
  })
  const stop = useMutation<object, ApiError>({
    // Stop may be pressed before the service has answered with the id: the draft still has that of the scan before.
    mutationFn: async () => call('scan', 'cancel', (await lastStart.current) ?? { scanId: scanId ?? '' }),
    onSettled: () => progress.refetch(),
  })
  const devices = useQuery({
    ...apiQuery('nets', 'devices', { netId: made?.netId ?? 0 }),
    enabled: made?.isOld === true,
  })
  const knownUnits = new Set(devices.data?.map(({ modbusUnitId }) => modbusUnitId))
  const take = useEffectEvent((found: Progress['found']) => {
    const fresh = found.filter(({ unit }) => !knownUnits.has(unit))
    if (fresh.length > 0) change(({ units }) => ({ units: withScanned(units, fresh, newNet.deviceName) }))
  })
  const isKnown = made?.isOld !== true || devices.data !== undefined
  const found = progress.data?.found
  useEffect(() => {
    if (found !== undefined && isKnown) take(found)
  }, [found, isKnown])
  const isRunning = start.isPending || (scanId !== null && progress.error === null && isUnderWay(progress.data))
  return {
    progress: scanId === null ? undefined : progress.data,
    isRunning,
    /** How many of those that were found are devices of the network already. */
    knownCount: found?.filter(({ unit }) => knownUnits.has(unit)).length ?? 0,
    start,
    stop,
    error: start.error ?? stop.error ?? progress.error,
  }
}
