import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'

interface Labels {
  label: string
  hint?: string | undefined
  /** Error message. */
  error?: string | undefined
}

/** Ties a control to the words around it. */
interface ControlAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface LabelledProps extends Labels {
  className?: string
  children: (attributes: ControlAttributes) => ReactNode
}

/** A control under its label. What helps, and what is wrong, stands below and is read aloud with it. */
export const Labelled = ({ label, hint, error, className = '', children }: LabelledProps): ReactNode => {
  const id = useId()
  const message = error ?? hint
  const messageId = message === undefined ? undefined : `${id}-message`
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined || undefined, 'aria-describedby': messageId })}
      {message !== undefined && (
        <p
          id={messageId}
          className={`flex gap-1.5 text-xs ${error === undefined ? 'text-faint' : 'text-critical-text'}`}
        >
          {error !== undefined && (
            <CircleAlert className="mt-px size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
          )}
          <span className="min-w-0">{message}</span>
        </p>
      )}
    </div>
  )
}

/** How what is typed into or chosen from looks. */
export const fieldClass =
  'min-h-8 min-w-0 rounded-part border border-edge bg-field px-2.5 text-sm text-ink placeholder:text-faint focus-visible:outline-offset-0 disabled:border-line-strong disabled:bg-muted-soft disabled:text-disabled aria-invalid:border-critical aria-invalid:outline-1 aria-invalid:-outline-offset-2 aria-invalid:outline-critical max-md:min-h-10 max-md:text-lg'

export type TextFieldProps = Labels & InputHTMLAttributes<HTMLInputElement>

/** A labelled input. */
export const TextField = ({ label, hint, error, className = '', ...input }: TextFieldProps): ReactNode => (
  <Labelled label={label} hint={hint} error={error} className={className}>
    {(attributes) => <input {...attributes} className={fieldClass} {...input} />}
  </Labelled>
)

export type TextAreaProps = Labels & TextareaHTMLAttributes<HTMLTextAreaElement>

/** A labelled text of several lines. */
export const TextArea = ({ label, hint, error, className = '', rows = 2, ...area }: TextAreaProps): ReactNode => (
  <Labelled label={label} hint={hint} error={error} className={className}>
    {(attributes) => <textarea {...attributes} rows={rows} className={`${fieldClass} py-1.5`} {...area} />}
  </Labelled>
)

export interface CheckInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Yes or no. */
export const Checkbox = (props: CheckInputProps): ReactNode => <CheckInput type="checkbox" {...props} />

/** Radio button. */
export const Radio = (props: CheckInputProps): ReactNode => <CheckInput type="radio" {...props} />

const CheckInput = ({
  label,
  hint,
  className = '',
  ...input
}: CheckInputProps & { type: 'checkbox' | 'radio' }): ReactNode => {
  const id = useId()
  return (
    <div className={`flex items-start gap-2 ${className}`}>
      <input
        id={id}
        className="mt-px size-4 shrink-0 accent-accent max-md:size-5"
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

export interface ChoiceProps<T extends string | number> {
  label: string
  /** Under which it is in the data of a form. */
  name?: string
  value: T
  /** Each with the text that is shown. */
  options: readonly (readonly [value: T, text: string])[]
  onChange: (value: T) => void
  /** The label is only read aloud. */
  isLabelHidden?: boolean
}

/** Select field. The browser's own list works with every keyboard, phone and screen reader. */
export const Choice = <T extends string | number>({
  label,
  name,
  value,
  options,
  onChange,
  isLabelHidden = false,
}: ChoiceProps<T>): ReactNode => {
  const id = useId()
  const choose = (text: string): void => {
    const found = options.find(([one]) => String(one) === text)
    if (found !== undefined) onChange(found[0])
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className={`${fieldClass} font-medium`}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
