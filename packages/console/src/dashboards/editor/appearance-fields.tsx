import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { GridArea, Widget } from '../values/board.ts'
import { NumberField } from './typed-field.tsx'

export interface AppearanceFieldsProps {
  widget: Widget
  onChange: (widget: Widget) => void
  onPlace: (place: GridArea) => void
}

/** How a widget shows what it shows, and how large it is. */
export const AppearanceFields = ({ widget, onChange, onPlace }: AppearanceFieldsProps): ReactNode => {
  const { dashboards } = useTexts()
  const { place } = widget
  return (
    <div className="flex flex-col gap-4">
      <KindFields widget={widget} onChange={onChange} />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={dashboards.width}
          value={place.width}
          min={1}
          max={12}
          isWhole
          onChange={(width = place.width) => onPlace({ ...place, width })}
        />
        <NumberField
          label={dashboards.height}
          value={place.height}
          min={1}
          max={40}
          isWhole
          onChange={(height = place.height) => onPlace({ ...place, height })}
        />
      </div>
    </div>
  )
}

const KindFields = ({ widget, onChange }: Omit<AppearanceFieldsProps, 'onPlace'>): ReactNode => {
  const { dashboards } = useTexts()
  switch (widget.kind) {
    case 'number': {
      const { settings } = widget
      return (
        <Checkbox
          label={dashboards.hasTrend}
          checked={settings.hasTrend}
          onChange={(event) => onChange({ ...widget, settings: { ...settings, hasTrend: event.target.checked } })}
        />
      )
    }
    case 'gauge': {
      const { settings } = widget
      const set = (least: number, greatest: number): void => {
        if (least < greatest) onChange({ ...widget, settings: { ...settings, least, greatest } })
      }
      return (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label={dashboards.least}
            value={settings.least}
            onChange={(least = settings.least) => set(least, settings.greatest)}
          />
          <NumberField
            label={dashboards.greatest}
            value={settings.greatest}
            onChange={(greatest = settings.greatest) => set(settings.least, greatest)}
          />
        </div>
      )
    }
    case 'bars': {
      const { settings } = widget
      return (
        <>
          <Segmented
            label={dashboards.interval}
            value={settings.per}
            options={[
              ['hour', dashboards.per.hour],
              ['day', dashboards.per.day],
              ['month', dashboards.per.month],
            ]}
            onChange={(per) => onChange({ ...widget, settings: { ...settings, per } })}
          />
          <Segmented
            label={dashboards.barOf}
            value={settings.of}
            options={[
              ['counter', dashboards.ofCounter],
              ['rate', dashboards.ofRate],
            ]}
            onChange={(of) => onChange({ ...widget, settings: { ...settings, of } })}
          />
          <NumberField
            label={dashboards.barCount}
            value={settings.count}
            min={2}
            max={62}
            isWhole
            onChange={(count = settings.count) => onChange({ ...widget, settings: { ...settings, count } })}
          />
        </>
      )
    }
    case 'timeline': {
      const { settings } = widget
      return (
        <NumberField
          label={dashboards.dayCount}
          value={settings.days}
          min={1}
          max={31}
          isWhole
          onChange={(days = settings.days) => onChange({ ...widget, settings: { ...settings, days } })}
        />
      )
    }
    case 'alarms': {
      const { settings } = widget
      return (
        <Checkbox
          label={dashboards.hasQuiet}
          checked={settings.hasQuiet}
          onChange={(event) => onChange({ ...widget, settings: { ...settings, hasQuiet: event.target.checked } })}
        />
      )
    }
    case 'chart':
    case 'picture':
    case 'setpoint':
    case 'switch':
    case 'table':
    case 'text':
      return null
  }
}
