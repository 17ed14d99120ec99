import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { TextArea, TextField } from '../../ui/forms/fields.tsx'
import { NumberField as NumberInput } from '../../ui/forms/number-field.tsx'

export interface TypedFieldProps {
  label: string
  hint?: string
  value: string
  maxLength?: number
  isLong?: boolean
  onChange: (value: string) => void
}

/** A text that counts when the field is left, or with Enter: one step of the draft, however much was typed. */
export const TypedField = ({ label, hint, value, maxLength, isLong = false, onChange }: TypedFieldProps): ReactNode => {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (): void => {
    if (typed !== null && typed !== value) onChange(typed)
    setTyped(null)
  }
  const field = {
    label,
    hint,
    maxLength,
    value: typed ?? value,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: commit,
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit()
  }
  return isLong ? <TextArea {...field} rows={8} /> : <TextField {...field} onKeyDown={press} />
}

export interface NumberFieldProps {
  label: string
  /** Undefined: empty, where that is allowed. */
  value: number | undefined
  min?: number
  max?: number
  isWhole?: boolean
  isOptional?: boolean
  onChange: (value: number | undefined) => void
}

/** A number that is stored when the field is left, or with Enter. Input that cannot be stored stays in the field, marked as wrong. */
export const NumberField = (props: NumberFieldProps): ReactNode => {
  const { label, value, min, max, isWhole = false, isOptional = false, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (): void => {
    if (typed === null) return
    const number = typed === '' ? undefined : Number(typed)
    const isStorable =
      number === undefined ||
      ((!isWhole || Number.isInteger(number)) && number >= (min ?? -Infinity) && number <= (max ?? Infinity))
    if (!isStorable) return
    if (number !== value && (number !== undefined || isOptional)) onChange(number)
    setTyped(null)
  }
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
      isWhole={isWhole}
      value={typed ?? value ?? ''}
      onChange={setTyped}
      onBlur={commit}
      onEnter={commit}
    />
  )
}
