import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { isReachable } from './draft.rules.ts'
import { type Draft, type Step, steps } from './draft.ts'

export interface StepListProps {
  draft: Draft
  shown: Step
  go: (step: Step) => void
}

/** Where one is, and the way back. On a phone only the step that is shown has its name. */
export const StepList = ({ draft, shown, go }: StepListProps): ReactNode => {
  const { newNet } = useTexts()
  return (
    <nav aria-label={newNet.progress}>
      <ol className="flex gap-1">
        {steps.map((step, i) => {
          const isShown = step === shown
          const isPast = i < steps.indexOf(shown)
          return (
            <li key={step} className={`min-w-0 ${isShown ? 'flex-3' : 'flex-1'} md:flex-1`}>
              <button
                type="button"
                disabled={!isReachable(draft, step)}
                aria-current={isShown ? 'step' : undefined}
                onClick={() => go(step)}
                className={`flex min-h-11 w-full items-center gap-2 border-t-3 px-1 text-left text-sm disabled:cursor-default ${
                  isShown || isPast ? 'border-accent' : 'border-line'
                } ${isShown ? 'font-semibold text-ink' : 'text-quiet enabled:hover:text-ink'}`}
              >
                <span className="font-mono">{i + 1}</span>
                <span className={`truncate ${isShown ? '' : 'max-md:sr-only'}`}>{newNet.step[step]}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
