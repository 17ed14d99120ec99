import type { InputHTMLAttributes, ReactNode } from 'react'
import { Labelled, type Labels } from './labelled.tsx'

export type TextFieldProps = Labels & InputHTMLAttributes<HTMLInputElement>

/** A labelled input. */
export const TextField = ({ label, hint, error, className = '', ...input }: TextFieldProps): ReactNode => (
  <Labelled label={label} hint={hint} error={error} className={className}>
    {(ties) => (
      <input
        {...ties}
        className="min-h-10 rounded-part border border-edge bg-ground px-3 text-ink aria-invalid:border-fault"
        {...input}
      />
    )}
  </Labelled>
)
