import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
}

/** Yes or no. */
export const Checkbox = ({ label, hint, ...input }: CheckboxProps): ReactNode => {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
      />
      <div>
        <label htmlFor={id} className="text-sm font-medium">
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
