import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: string | undefined
  /** What is wrong with it. */
  error?: string | undefined
}

/** A labelled text of several lines. */
export const TextArea = ({ label, hint, error, className = '', rows = 2, ...area }: TextAreaProps): ReactNode => {
  const id = useId()
  const told = error ?? hint
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        className="rounded-part border border-edge bg-ground px-3 py-2 text-ink aria-invalid:border-fault"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={told === undefined ? undefined : `${id}-told`}
        {...area}
      />
      {told !== undefined && (
        <p id={`${id}-told`} className={`text-sm ${error === undefined ? 'text-quiet' : 'text-fault'}`}>
          {told}
        </p>
      )}
    </div>
  )
}
