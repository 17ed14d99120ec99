import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, FunctionSquare, Hash, Link2, Sigma, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { type Branch, type MoveDirection, moved, rowsOf } from './draft.rules.ts'

export interface BranchListProps {
  branches: readonly Branch[]
  chosenId: string | null
  onChoose: (id: string) => void
  onMove: (id: string, step: MoveDirection) => void
  onRemove: (id: string) => void
}

const signOf = ({ value }: Branch) => {
  if (value === undefined) return Sigma
  return 'paramId' in value ? Hash : 'formula' in value ? FunctionSquare : Link2
}

const steps = [
  ['up', ArrowUp, 'ArrowUp'],
  ['down', ArrowDown, 'ArrowDown'],
  ['out', ArrowLeft, 'ArrowLeft'],
  ['in', ArrowRight, 'ArrowRight'],
] as const

/** The branches of a report. Alt with an arrow moves the chosen one. */
export const BranchList = ({ branches, chosenId, onChoose, onMove, onRemove }: BranchListProps): ReactNode => {
  const { reports } = useTexts()
  const onKey = (event: KeyboardEvent): void => {
    const step = steps.find(([, , key]) => key === event.key)?.[0]
    if (!event.altKey || step === undefined || chosenId === null) return
    event.preventDefault()
    onMove(chosenId, step)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons in it
    <div onKeyDown={onKey}>
      <ul className="flex flex-col pb-1">
        {rowsOf(branches).map(({ branch, level }) => {
          const Sign = signOf(branch)
          const isChosen = branch.id === chosenId
          return (
            <li key={branch.id}>
              <button
                type="button"
                aria-current={isChosen || undefined}
                onClick={() => onChoose(branch.id)}
                className="flex min-h-9 w-full min-w-0 items-center gap-2 px-4 py-1 text-left text-sm hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium"
                style={{ paddingLeft: `${1 + level * 1.1}rem` }}
              >
                <Sign className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
                <span className="min-w-0 truncate">{branch.name.trim() === '' ? reports.newBranch : branch.name}</span>
                <span className="ml-auto shrink-0 text-xs text-faint">{branch.unit}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {chosenId !== null && (
        <div className="flex flex-wrap gap-1.5 border-t border-line px-4 py-2.5" role="group" aria-label={reports.move}>
          {steps.map(([step, Icon]) => (
            <Button
              key={step}
              icon={Icon}
              aria-label={reports.steps[step]}
              title={reports.steps[step]}
              className="px-2"
              disabled={moved(branches, chosenId, step) === null}
              onClick={() => onMove(chosenId, step)}
            />
          ))}
          <Button
            icon={Trash2}
            variant="danger"
            aria-label={reports.removeBranch}
            title={reports.removeBranch}
            className="ml-auto px-2"
            onClick={() => onRemove(chosenId)}
          />
        </div>
      )}
    </div>
  )
}
