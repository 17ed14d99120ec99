import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../actions/button.tsx'
import { fieldClass } from './fields.tsx'

interface PickedListProps {
  label: string
  /** Label of the list of further items. */
  addLabel: string
  /** Label of the button that removes an item. */
  removeText: (values: { name: string }) => string
  /** Available items by group, each with its key. */
  groups: readonly (readonly [label: string, options: readonly (readonly [key: string, name: string])[]])[]
  picked: readonly string[]
  error?: string | undefined
  isDisabled?: boolean
  onChange: (picked: string[]) => void
}

/** Some of many: those that were picked, each with a button, and a list from which more are. */
export const PickedList = (props: PickedListProps): ReactNode => {
  const { label, addLabel, removeText, groups, picked, error, isDisabled = false, onChange } = props
  const id = useId()
  const names = new Map(groups.flatMap(([, options]) => options))
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      <p className="text-sm font-medium">{label}</p>
      <ul className="flex flex-wrap gap-2">
        {picked.map((key) => (
          <li key={key}>
            <Button
              disabled={isDisabled}
              aria-label={removeText({ name: names.get(key) ?? key })}
              onClick={() => onChange(picked.filter((one) => one !== key))}
            >
              {names.get(key) ?? key}
              <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="text-sm text-critical-text">{error}</p>}
      <label htmlFor={id} className="text-sm text-quiet">
        {addLabel}
      </label>
      <select
        id={id}
        value=""
        disabled={isDisabled}
        onChange={({ target }) => target.value !== '' && onChange([...picked, target.value])}
        className={fieldClass}
      >
        <option value="">—</option>
        {groups.map(([group, options]) => (
          <optgroup key={group} label={group}>
            {options
              .filter(([key]) => !picked.includes(key))
              .map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
