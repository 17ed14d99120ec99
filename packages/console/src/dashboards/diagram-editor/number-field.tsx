import { notANumber } from '@busbar/ui'
import { type ReactNode, useState } from 'react'
import { NumberField as NumberInput } from '../../ui/forms/number-field.tsx'

export interface NumberFieldProps {
  label: string
  value: number | undefined
  /** Undefined for an empty field. */
  onChange: (value: number | undefined) => void
}

/** A number that applies while it is typed; input that is not one number stays in the field and changes nothing. */
export const NumberField = ({ label, value, onChange }: NumberFieldProps): ReactNode => {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === undefined ? '' : Math.round(value * 1000) / 1000
  const type = (text: string): void => {
    setTyped(text)
    if (text !== notANumber) onChange(text === '' ? undefined : Number(text))
  }
  return (
    <NumberInput
      label={label}
      value={typed ?? shown}
      onChange={type}
      onBlur={() => typed !== notANumber && setTyped(null)}
    />
  )
}
