import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { isReachable } from './draft.rules.ts'
import { type NetDraft, steps, type WizardStep } from './draft.ts'

export interface StepPanelProps {
  step: WizardStep
  help?: string | undefined
  /** Buttons at its end, the one that leads on last. */
  actions?: ReactNode
  children: ReactNode
}

/** The first step of a visit leaves the focus alone. */
let isFirst = true

/** A step. Its heading receives the focus, so that keyboard and screen reader continue there. */
export const StepPanel = ({ step, help, actions, children }: StepPanelProps): ReactNode => {
  const { newNet } = useTexts()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-surface">
      <header className="border-b border-line px-4 py-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-base font-semibold outline-none">
          {newNet.step[step]}
        </h2>
        <p className="text-sm text-quiet">{newNet.stepOf({ step: steps.indexOf(step) + 1, all: steps.length })}</p>
      </header>
      <div className="flex flex-col gap-4 p-4">
        {help !== undefined && <p className="max-w-prose text-quiet">{help}</p>}
        {children}
      </div>
      {actions !== undefined && (
        <footer className="flex flex-wrap justify-between gap-2 border-t border-line px-4 py-3">{actions}</footer>
      )}
    </section>
  )
}

export interface StepListProps {
  draft: NetDraft
  shown: WizardStep
  go: (step: WizardStep) => void
}

/** Progress and way back. On a phone only the current step shows its name. */
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

export interface StepButtonsProps {
  onBack: () => void
  onNext: () => void
  /** If it is not just the next step. */
  next?: string
  isReady?: boolean
}

/** Back and on. */
export const StepButtons = ({ onBack, onNext, next, isReady = true }: StepButtonsProps): ReactNode => {
  const { newNet } = useTexts()
  return (
    <>
      <Button onClick={onBack}>{newNet.back}</Button>
      <Button variant="primary" onClick={onNext} disabled={!isReady}>
        {next ?? newNet.next}
      </Button>
    </>
  )
}
