import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../api/ask.ts'
import { useFormat } from '../format/use-format.ts'
import { useLanguage } from '../state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { typedNumber } from './outcome.rules.ts'
import { paramText } from './param-text.ts'

type Param = AnswerOf<'devices', 'params'>[number]

export interface WriteFieldProps {
  param: Param
  current: string | undefined
  currentValue: string | undefined
  onValue: (wanted: { value: string; shown: string }) => void
  onClose: () => void
}

/** The value to be written: one of its states if they have names, else a number or a text. What is not allowed, the service knows best. */
export const WriteField = ({ param, current, currentValue, onValue, onClose }: WriteFieldProps): ReactNode => {
  const { common, device } = useTexts()
  const { number } = useFormat()
  const language = useLanguage()
  const { unitName = '', valueType, min, max } = param
  const states = Object.entries(param.enum ?? {}).map(([value, text]) => [value, paramText(text, language)] as const)
  const isNamed = states.length > 0
  const known = states.find(([value]) => value === currentValue) ?? states[0]
  const [text, setText] = useState((isNamed ? known?.[0] : currentValue) ?? '')
  const limits = [min === undefined ? '' : `≥ ${number(min)}`, max === undefined ? '' : `≤ ${number(max)}`].filter(
    Boolean,
  )
  const label = unitName === '' ? device.newValue : `${device.newValue}, ${unitName}`
  const go = (): void => {
    const value = valueType === 'string' || isNamed ? text : typedNumber(text)
    const named = states.find(([one]) => one === value)?.[1]
    onValue({ value, shown: named ?? (unitName === '' ? text : `${text} ${unitName}`) })
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <p>
        {device.holds} <span className="font-mono">{current ?? '—'}</span>
      </p>
      {isNamed ? (
        <Choice label={device.newValue} value={text} options={states} onChange={setText} />
      ) : (
        <TextField
          label={label}
          value={text}
          inputMode={valueType === 'string' ? 'text' : 'decimal'}
          hint={limits.length === 0 ? undefined : limits.join(', ')}
          required={valueType !== 'string'}
          maxLength={1000}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="primary">
          {device.next}
        </Button>
      </div>
    </form>
  )
}
