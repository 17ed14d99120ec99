import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
  /** What is wrong with it. */
  error?: string | undefined
}

/** A labelled input. What helps, and what is wrong, is read aloud with it. */
export const TextField = ({ label, hint, error, className = '', ...input }: TextFieldProps): ReactNode => {
  const id = useId()
  const told = error ?? hint
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        className="min-h-10 rounded-part border border-edge bg-ground px-3 text-ink aria-invalid:border-fault"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={told === undefined ? undefined : `${id}-told`}
        {...input}
      />
      {told !== undefined && (
        <p id={`${id}-told`} className={`text-sm ${error === undefined ? 'text-quiet' : 'text-fault'}`}>
          {told}
        </p>
      )}
    </div>
  )
}
