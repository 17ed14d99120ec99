import { type ReactNode, useId } from 'react'

export interface Labels {
  label: string
  hint?: string | undefined
  /** What is wrong with it. */
  error?: string | undefined
}

/** What ties a control to the words around it. */
interface Ties {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface LabelledProps extends Labels {
  className?: string
  children: (ties: Ties) => ReactNode
}

/** A control under its label. What helps, and what is wrong, stands below and is read aloud with it. */
export const Labelled = ({ label, hint, error, className = '', children }: LabelledProps): ReactNode => {
  const id = useId()
  const told = error ?? hint
  const toldId = told === undefined ? undefined : `${id}-told`
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined || undefined, 'aria-describedby': toldId })}
      {told !== undefined && (
        <p id={toldId} className={`text-sm ${error === undefined ? 'text-quiet' : 'text-fault'}`}>
          {told}
        </p>
      )}
    </div>
  )
}
