import type { WriteError } from '@busbar/modbus'
import { formatDecimal } from '@busbar/ui'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat, useLocale } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { paramText } from './param-text.ts'
import { writeLimits, writeProblem } from './write.rules.ts'

type Param = AnswerOf<'devices', 'params'>[number]

export interface WriteFieldProps {
  param: Param
  current: ReactNode
  currentValue: string | undefined
  onValue: (wanted: { value: string; shown: string }) => void
  onClose: () => void
}

/** The value to be written: one of its states if they have names, else a number or a text. What cannot be written is said while it is typed. */
export const WriteField = ({ param, current, currentValue, onValue, onClose }: WriteFieldProps): ReactNode => {
  const { common, device } = useTexts()
  const { number } = useFormat()
  const language = useLanguage()
  const { locale } = useLocale()
  const { unitName = '', valueType } = param
  const states = Object.entries(param.enum ?? {}).map(([value, text]) => [value, paramText(text, language)] as const)
  const isNamed = states.length > 0
  const known = states.find(([value]) => value === currentValue) ?? states[0]
  const [text, setText] = useState((isNamed ? known?.[0] : currentValue) ?? '')
  const { min, max } = writeLimits(param)
  const limits = [min === null ? '' : `≥ ${number(min)}`, max === null ? '' : `≤ ${number(max)}`].filter(Boolean)
  const problem = writeProblem(param, text)
  // An empty field is not wrong yet.
  const error = problem === null || text.trim() === '' ? undefined : problemText(device.wrongValue, problem, number)
  const label = unitName === '' ? device.newValue : `${device.newValue}, ${unitName}`
  const go = (): void => {
    const named = states.find(([one]) => one === text)?.[1]
    const shown = valueType === 'string' ? text : formatDecimal(text, locale)
    onValue({ value: text, shown: named ?? (unitName === '' ? shown : `${shown}\u00a0${unitName}`) })
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
        {device.holds} {current}
      </p>
      {isNamed ? (
        <Choice label={device.newValue} value={text} options={states} onChange={setText} />
      ) : valueType === 'string' ? (
        <TextField
          label={label}
          value={text}
          error={error}
          maxLength={1000}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <NumberField
          label={label}
          value={text}
          error={error}
          hint={limits.length === 0 ? undefined : limits.join(', ')}
          required
          onChange={setText}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="primary" disabled={problem !== null}>
          {device.next}
        </Button>
      </div>
    </form>
  )
}

/** Explains why a value cannot be written, and which values are accepted. */
const problemText = (
  words: Texts['device']['wrongValue'],
  problem: WriteError,
  number: (value: string) => string,
): string => {
  switch (problem.name) {
    case 'below-min':
      return words.atLeast({ min: number(problem.min) })
    case 'above-max':
      return words.atMost({ max: number(problem.max) })
    case 'out-of-range':
      return words.between({ min: number(problem.lowest), max: number(problem.highest) })
    case 'not-decimal':
      return words.notNumber
    case 'not-whole':
      return words.notWhole
    case 'too-long':
      return words.tooLong({ bytes: problem.bytesMax })
    case 'not-in-enum':
    case 'not-text':
    case 'no-value':
    case 'read-only':
      return words.impossible
  }
}
