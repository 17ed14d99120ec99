import { type ReactNode, useState } from 'react'
import { typedNumber } from '../../../params/outcome.rules.ts'
import { TextField } from '../../../ui/forms/fields.tsx'

export interface NumberFieldProps {
  label: string
  value: number | undefined
  /** Undefined for an empty field. */
  onChange: (value: number | undefined) => void
}

/** A number that counts when it is one; what is typed on the way is kept. */
export const NumberField = ({ label, value, onChange }: NumberFieldProps): ReactNode => {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === undefined ? '' : String(Math.round(value * 1000) / 1000)
  const type = (text: string): void => {
    setTyped(text)
    const number = Number(typedNumber(text))
    if (text.trim() === '') onChange(undefined)
    else if (Number.isFinite(number)) onChange(number)
  }
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed ?? shown}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}
