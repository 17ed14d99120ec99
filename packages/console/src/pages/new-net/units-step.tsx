import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { reasonText } from '../../ui/reason-text.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AddUnit } from './add-unit.tsx'
import { wantedUnits } from './draft.rules.ts'
import type { StepProps } from './draft.ts'
import { ScanProgress } from './scan-progress.tsx'
import { StepButtons } from './step-buttons.tsx'
import { StepPanel } from './step-panel.tsx'
import { UnitList } from './unit-list.tsx'
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
          isReady={wantedUnits(draft).length > 0}
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
        <TextField
          label={newNet.from}
          className="w-28"
          inputMode="numeric"
          value={from}
          onChange={({ target }) => change(() => ({ from: target.value }))}
        />
        <TextField
          label={newNet.till}
          className="w-28"
          inputMode="numeric"
          value={till}
          error={isWrong ? newNet.rangeWrong : undefined}
          onChange={({ target }) => change(() => ({ till: target.value }))}
        />
        <Button
          type="submit"
          look={units.length === 0 ? 'primary' : 'plain'}
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
      {error !== null && <Notice tone="fault">{errorText(texts, error)}</Notice>}
      {progress?.state === 'cancelled' && <Notice>{newNet.scanStopped}</Notice>}
      {progress?.state === 'failed' && (
        <Notice tone="fault">{newNet.scanFailed(reasonText(texts, progress.err ?? ''))}</Notice>
      )}
      {knownCount > 0 && <Notice>{newNet.known(knownCount)}</Notice>}
      {isOver && units.length === 0 && knownCount === 0 && (
        <EmptyState title={newNet.noneFound} help={newNet.noneFoundHelp} />
      )}
      {units.length > 0 && <UnitList units={units} change={change} />}
      <AddUnit units={units} change={change} />
    </StepPanel>
  )
}
