import { type ReactNode, useId } from 'react'

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

/** One of a few. The browser's own list works with every keyboard, phone and screen reader. */
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
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm text-quiet'}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="min-h-9 min-w-0 rounded-part border border-edge bg-surface px-2 text-sm text-ink"
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
