import { type ReactNode, useId } from 'react'

export interface SegmentedProps<T extends string> {
  label: string
  value: T
  /** From two to five, each with the text that is shown. */
  options: readonly (readonly [value: T, text: string])[]
  onChange: (value: T) => void
  /** The label is only read aloud. */
  isLabelHidden?: boolean
}

/** Choice between few visible options. */
export const Segmented = <T extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden = false,
}: SegmentedProps<T>): ReactNode => {
  const name = useId()
  return (
    <fieldset className={`flex min-w-0 flex-col gap-1 ${isLabelHidden ? 'items-start' : ''}`}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 text-sm font-medium'}>{label}</legend>
      <div className="flex flex-wrap overflow-hidden rounded-part border border-line-strong bg-line">
        {options.map(([one, text]) => (
          <label
            key={one}
            className="flex min-h-7.5 flex-1 cursor-pointer items-center justify-center bg-surface px-2.5 text-center whitespace-nowrap text-sm font-medium text-quiet not-last:border-r not-last:border-line hover:bg-hover has-checked:bg-selected has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent max-md:min-h-10"
          >
            <input
              type="radio"
              name={name}
              checked={one === value}
              onChange={() => onChange(one)}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
