import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface TickProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string
  hint?: string | undefined
}

/** Yes or no. */
export const Checkbox = (props: TickProps): ReactNode => <Tick type="checkbox" {...props} />

/** One of several. */
export const Radio = (props: TickProps): ReactNode => <Tick type="radio" {...props} />

const Tick = ({ label, hint, ...input }: TickProps & { type: 'checkbox' | 'radio' }): ReactNode => {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
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
