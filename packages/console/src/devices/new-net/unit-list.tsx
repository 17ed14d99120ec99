import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { withScanned, withUnit } from './draft.rules.ts'
import type { ChangeDraft, UnitDraft } from './draft.ts'

export interface UnitListProps {
  units: readonly UnitDraft[]
  change: ChangeDraft
}

/** Who answered; what is not ticked is left out. */
export const UnitList = ({ units, change }: UnitListProps): ReactNode => {
  const { newNet } = useTexts()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{newNet.units}</legend>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {units.map(({ unit, about, isWanted }) => (
          <li key={unit}>
            <Checkbox
              label={newNet.unitName({ unit })}
              hint={about === '' ? newNet.noAbout : about}
              checked={isWanted}
              onChange={({ target }) =>
                change((draft) => ({ units: withUnit(draft.units, unit, { isWanted: target.checked }) }))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Adds a unit without a scan, such as one that does not answer now. */
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
        change((draft) => ({ units: withScanned(draft.units, [{ unit }], newNet.deviceName) }))
        setText('')
      }}
    >
      <NumberField label={newNet.unitNumber} className="w-28" isWhole value={text} onChange={setText} />
      <Button type="submit" className="min-h-10" disabled={!isRight}>
        {newNet.addUnit}
      </Button>
    </form>
  )
}
