import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Checkbox } from '../../ui/tick.tsx'
import { withUnit } from './draft.rules.ts'
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
              label={newNet.unitName(unit)}
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
