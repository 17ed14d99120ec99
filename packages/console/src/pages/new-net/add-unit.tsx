import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { withFound } from './draft.rules.ts'
import type { UnitListProps } from './unit-list.tsx'

/** A device that does not answer now, or that nobody wants to look for. */
export const AddUnit = ({ units, change }: UnitListProps): ReactNode => {
  const { newNet } = useTexts()
  const [text, setText] = useState('')
  const unit = Number(text)
  const isRight = /^\d{1,3}$/.test(text) && unit >= 1 && unit <= 247 && !units.some((one) => one.unit === unit)
  return (
    <form
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRight) return
        change((draft) => ({ units: withFound(draft.units, [{ unit }], newNet.deviceName) }))
        setText('')
      }}
    >
      <TextField
        label={newNet.unitNumber}
        className="w-28"
        inputMode="numeric"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" className="min-h-10" disabled={!isRight}>
        {newNet.addUnit}
      </Button>
    </form>
  )
}
