import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { replaced, type Tariff, type TariffVersion, withoutZone, withZone } from './tariff.rules.ts'
import { ZoneFields } from './zone-fields.tsx'

export interface VersionFieldsProps {
  version: TariffVersion
  tariff: Tariff
  onChange: (version: TariffVersion) => void
  /** Missing for the only one. */
  onRemove: (() => void) | undefined
}

/** Prices from a day on. */
export const VersionFields = ({ version, tariff, onChange, onRemove }: VersionFieldsProps): ReactNode => {
  const { tariff: texts } = useTexts()
  const unit = version.conversion?.unit ?? tariff.unit
  const change = (name: 'fixedPerMonth' | 'co2', typed: string): void => {
    const { [name]: _, ...rest } = version
    onChange(typed === '' ? rest : { ...rest, [name]: typed })
  }
  const convert = (factor: string, to: string): void => {
    const { conversion: _, ...rest } = version
    const isNone = factor === '' && to === ''
    onChange(isNone ? rest : { ...rest, conversion: { factor, unit: to } })
  }
  return (
    <Panel
      title={texts.from({ day: version.validFrom })}
      aside={onRemove !== undefined && <Button onClick={onRemove}>{texts.removeVersion}</Button>}
    >
      <div className="flex flex-col gap-4 px-4 pb-4">
        <div className="grid gap-4 sm:grid-cols-2 wide:grid-cols-5">
          <TextField
            label={texts.validFrom}
            type="date"
            required
            value={version.validFrom}
            onChange={({ target }) => onChange({ ...version, validFrom: target.value })}
          />
          <NumberField
            label={texts.fixed({ currency: tariff.currency })}
            value={version.fixedPerMonth ?? ''}
            onChange={(value) => change('fixedPerMonth', value)}
          />
          <NumberField
            label={texts.co2({ unit })}
            value={version.co2 ?? ''}
            onChange={(value) => change('co2', value)}
          />
          <NumberField
            label={texts.factor({ unit: tariff.unit })}
            hint={texts.factorHelp}
            value={version.conversion?.factor ?? ''}
            onChange={(value) => convert(value, version.conversion?.unit ?? (value === '' ? '' : 'kWh'))}
          />
          <TextField
            label={texts.factorUnit}
            maxLength={20}
            value={version.conversion?.unit ?? ''}
            disabled={version.conversion === undefined}
            onChange={({ target }) => convert(version.conversion?.factor ?? '', target.value)}
          />
        </div>
        <ul className="flex flex-col gap-3">
          {version.zones.map((zone, at) => (
            <ZoneFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a zone is known by its place
              key={at}
              zone={zone}
              priceLabel={texts.price({ currency: tariff.currency, unit })}
              isLast={at === version.zones.length - 1}
              onChange={(next) => onChange({ ...version, zones: replaced(version.zones, at, next) })}
              onRemove={() => onChange(withoutZone(version, at))}
            />
          ))}
        </ul>
        <div>
          <Button disabled={version.zones.length >= 12} onClick={() => onChange(withZone(version, texts.newZone))}>
            {texts.addZone}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
