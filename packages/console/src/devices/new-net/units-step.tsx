import { type ReactNode, useId } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { chosenUnits } from './draft.rules.ts'
import type { StepProps } from './draft.ts'
import { StepButtons, StepPanel } from './steps.tsx'
import { AddUnit, UnitList } from './unit-list.tsx'
import { useScan } from './use-scan.ts'

const isUnit = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 247

/** Who is there. */
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
