import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { type Step, steps } from './draft.ts'

export interface StepPanelProps {
  step: Step
  help?: string | undefined
  /** Buttons at its end, the one that leads on last. */
  actions?: ReactNode
  children: ReactNode
}

/** The first step of a visit leaves the focus alone. */
let isFirst = true

/** One step. Its heading takes the focus, so that the keyboard goes on from there and a screen reader tells where it is. */
export const StepPanel = ({ step, help, actions, children }: StepPanelProps): ReactNode => {
  const { newNet } = useTexts()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-part border border-line bg-surface">
      <header className="border-b border-line px-4 py-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-base font-semibold outline-none">
          {newNet.step[step]}
        </h2>
        <p className="text-sm text-quiet">{newNet.stepOf(steps.indexOf(step) + 1, steps.length)}</p>
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
