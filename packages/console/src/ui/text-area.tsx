import type { ReactNode, TextareaHTMLAttributes } from 'react'
import { Labelled, type Labels } from './labelled.tsx'

export type TextAreaProps = Labels & TextareaHTMLAttributes<HTMLTextAreaElement>

/** A labelled text of several lines. */
export const TextArea = ({ label, hint, error, className = '', rows = 2, ...area }: TextAreaProps): ReactNode => (
  <Labelled label={label} hint={hint} error={error} className={className}>
    {(ties) => (
      <textarea
        {...ties}
        rows={rows}
        className="rounded-part border border-edge bg-ground px-3 py-2 text-ink aria-invalid:border-fault"
        {...area}
      />
    )}
  </Labelled>
)
