import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { type CellField, choicesOf, kindOfCell } from '../register-map/cells.rules.ts'

export interface CellInputProps {
  field: CellField
  label: string
  text: string
  onText: (text: string) => void
  onDone: (text: string) => void
}

const inputClass =
  'absolute inset-0 size-full border-0 bg-field px-2 text-inherit outline-2 -outline-offset-2 outline-accent'

/** Input of a cell: a text field or a list. */
export const CellInput = ({ field, label, text, onText, onDone }: CellInputProps): ReactNode => {
  const { library } = useTexts()
  const kind = kindOfCell[field]
  if (kind === 'choice' || kind === 'flag') {
    const words: Readonly<Record<string, string>> = { true: library.yes, false: library.no }
    const options = choicesOf(field)
    return (
      <select
        autoFocus
        aria-label={label}
        value={text}
        onChange={({ target }) => onDone(target.value)}
        onBlur={() => onDone(text)}
        className={inputClass}
      >
        {!options.includes(text) && <option value={text}>{text}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {kind === 'flag' ? words[option] : option}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      autoFocus
      aria-label={label}
      value={text}
      maxLength={5000}
      onChange={({ target }) => onText(target.value)}
      onBlur={() => onDone(text)}
      className={inputClass}
    />
  )
}
