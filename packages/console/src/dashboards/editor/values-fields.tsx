import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { refKey, type ValueRef, type Widget, type WidgetOf } from '../values/board.ts'
import { AlarmsFields, PictureField } from './scope-fields.tsx'
import { TimelineFields } from './timeline-fields.tsx'
import { TypedField } from './typed-field.tsx'
import { ValueField } from './value-field.tsx'

export interface ValuesFieldsProps {
  widget: Widget
  ofDevice: number | null
  nameOfValue: (ref: ValueRef) => string
  onChange: (widget: Widget) => void
}

/** What a widget shows. */
export const ValuesFields = (props: ValuesFieldsProps): ReactNode => {
  const { dashboards } = useTexts()
  const { widget, ofDevice, onChange } = props
  switch (widget.kind) {
    case 'number':
    case 'gauge':
    case 'bars':
    case 'setpoint':
      return (
        <ValueField
          label={dashboards.value}
          value={widget.settings.value}
          ofDevice={ofDevice}
          isWritten={widget.kind === 'setpoint'}
          onChange={(value) => onChange({ ...widget, settings: { ...widget.settings, value } } as Widget)}
        />
      )
    case 'switch':
      return <SwitchFields {...props} widget={widget} />
    case 'chart':
      return <ChartFields {...props} widget={widget} />
    case 'table':
      return <TableFields {...props} widget={widget} />
    case 'timeline':
      return <TimelineFields widget={widget} ofDevice={ofDevice} onChange={onChange} />
    case 'alarms':
      return <AlarmsFields widget={widget} ofDevice={ofDevice} onChange={onChange} />
    case 'picture':
      return <PictureField widget={widget} onChange={onChange} />
    case 'text':
      return (
        <TypedField
          label={dashboards.kinds.text}
          hint={dashboards.textHelp}
          value={widget.settings.text}
          maxLength={5000}
          isLong
          onChange={(text) => onChange({ ...widget, settings: { text } })}
        />
      )
  }
}

const SwitchFields = ({
  widget,
  ofDevice,
  onChange,
}: ValuesFieldsProps & { widget: WidgetOf<'switch'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { settings } = widget
  const set = (change: Partial<typeof settings>): void => onChange({ ...widget, settings: { ...settings, ...change } })
  return (
    <>
      <ValueField
        label={dashboards.value}
        value={settings.value}
        ofDevice={ofDevice}
        isWritten
        onChange={(value) => set({ value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TypedField
          label={dashboards.onValue}
          value={settings.on}
          maxLength={50}
          onChange={(on) => on !== '' && set({ on })}
        />
        <TypedField
          label={dashboards.offValue}
          value={settings.off}
          maxLength={50}
          onChange={(off) => off !== '' && set({ off })}
        />
      </div>
    </>
  )
}

const linesMax = 20
const rowsMax = 50

const ChartFields = ({
  widget,
  ofDevice,
  nameOfValue,
  onChange,
}: ValuesFieldsProps & { widget: WidgetOf<'chart'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { values } = widget.settings
  const set = (next: typeof values): void => onChange({ ...widget, settings: { values: next } })
  return (
    <>
      <ul className="flex flex-col gap-2" aria-label={dashboards.values}>
        {values.map(({ value, axis }, at) => (
          <li key={refKey(value)} className="flex flex-col gap-2 rounded-part border border-line p-2.5">
            <ListedValue
              name={nameOfValue(value)}
              isOnly={values.length === 1}
              onRemove={() => set(values.toSpliced(at, 1))}
            />
            <Segmented
              label={dashboards.axis}
              value={axis}
              options={[
                ['left', dashboards.left],
                ['right', dashboards.right],
              ]}
              onChange={(side) => set(values.with(at, { value, axis: side }))}
            />
          </li>
        ))}
      </ul>
      {values.length < linesMax && (
        <ValueField
          label={dashboards.addValue}
          value="many"
          ofDevice={ofDevice}
          onChange={(value) =>
            isNew(
              values.map((one) => one.value),
              value,
            ) && set([...values, { value, axis: 'left' }])
          }
        />
      )}
    </>
  )
}

const TableFields = ({
  widget,
  ofDevice,
  nameOfValue,
  onChange,
}: ValuesFieldsProps & { widget: WidgetOf<'table'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { values } = widget.settings
  const set = (next: ValueRef[]): void => onChange({ ...widget, settings: { values: next } })
  return (
    <>
      <ul className="flex flex-col gap-2" aria-label={dashboards.values}>
        {values.map((value, at) => (
          <li key={refKey(value)} className="rounded-part border border-line px-2.5 py-1">
            <ListedValue
              name={nameOfValue(value)}
              isOnly={values.length === 1}
              onRemove={() => set(values.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {values.length < rowsMax && (
        <ValueField
          label={dashboards.addValue}
          value="many"
          ofDevice={ofDevice}
          onChange={(value) => isNew(values, value) && set([...values, value])}
        />
      )}
    </>
  )
}

const isNew = (values: readonly ValueRef[], value: ValueRef): boolean =>
  !values.some((one) => refKey(one) === refKey(value))

const ListedValue = ({
  name,
  isOnly,
  onRemove,
}: {
  name: string
  isOnly: boolean
  onRemove: () => void
}): ReactNode => {
  const { dashboards } = useTexts()
  return (
    <span className="flex items-center justify-between gap-2 text-sm">
      <span className="min-w-0 font-medium break-words">{name}</span>
      {!isOnly && <Button variant="quiet" icon={X} aria-label={dashboards.remove({ name })} onClick={onRemove} />}
    </span>
  )
}
