import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface RadioProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
}

/** One of several, with a line about it. */
export const Radio = ({ label, hint, ...input }: RadioProps): ReactNode => {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="radio"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium break-words">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
