import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { refKey, type ValueRef, type Widget, type WidgetOf } from '../values/board.ts'
import type { AlertScope } from '../widgets/alarms-widget.tsx'
import { definitionOf } from '../widgets/catalogue.tsx'
import type { WidgetField } from '../widgets/define-widget.ts'
import type { TimelineSource } from '../widgets/timeline-widget.tsx'
import { DrawingField, ScopeFields } from './scope-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { NumberField, TypedField } from './typed-field.tsx'
import { ValueField } from './value-field.tsx'

export interface WidgetFieldsProps {
  widget: Widget
  fields: readonly WidgetField[]
  ofDevice: number | null
  nameOfValue: (ref: ValueRef) => string
  onChange: (widget: Widget) => void
}

type Settings = Readonly<Record<string, unknown>>

/** The fields of a tab of the inspector, as the kind of the widget defines them. */
export const WidgetFields = ({ fields, ...props }: WidgetFieldsProps): ReactNode =>
  fields.map((field, index) => (
    // Fields of a kind never move.
    <AnyField key={index} field={field} {...props} />
  ))

interface AnyFieldProps extends Omit<WidgetFieldsProps, 'fields'> {
  field: WidgetField
}

const AnyField = ({ field, ...props }: AnyFieldProps): ReactNode => {
  const texts = useTexts()
  const { widget, ofDevice, nameOfValue, onChange } = props
  const settings = widget.settings as Settings
  const set = (key: string, value: unknown): void => {
    const next = { ...settings, [key]: value } as Widget['settings']
    if (definitionOf(widget.kind).isValid?.(next) ?? true) onChange({ ...widget, settings: next } as Widget)
  }
  switch (field.type) {
    case 'pair':
      return (
        <div className="grid grid-cols-2 gap-3">
          {field.fields.map((one) => (
            <AnyField key={one.key} field={one} {...props} />
          ))}
        </div>
      )
    case 'value':
      return (
        <ValueField
          label={texts.dashboards.value}
          value={settings['value'] as ValueRef}
          ofDevice={ofDevice}
          isWritten={field.isWritten ?? false}
          onChange={(value) => set('value', value)}
        />
      )
    case 'text':
      return (
        <TypedField
          label={field.label(texts)}
          {...(field.hint !== undefined && { hint: field.hint(texts) })}
          value={settings[field.key] as string}
          maxLength={field.maxLength}
          isLong={field.isLong ?? false}
          onChange={(text) => set(field.key, text)}
        />
      )
    case 'number': {
      const { key, label, type: _, ...limits } = field
      const value = settings[key] as number
      return <NumberField label={label(texts)} value={value} {...limits} onChange={(next = value) => set(key, next)} />
    }
    case 'checkbox':
      return (
        <Checkbox
          label={field.label(texts)}
          checked={settings[field.key] as boolean}
          onChange={(event) => set(field.key, event.target.checked)}
        />
      )
    case 'choice':
      return (
        <Segmented
          label={field.label(texts)}
          value={settings[field.key] as string}
          options={field.options.map(([value, label]) => [value, label(texts)] as const)}
          onChange={(value) => set(field.key, value)}
        />
      )
    case 'lines':
      return (
        <LinesFields values={settings['values'] as Lines} onSet={set} ofDevice={ofDevice} nameOfValue={nameOfValue} />
      )
    case 'rows':
      return (
        <RowsFields
          values={settings['values'] as ValueRef[]}
          onSet={set}
          ofDevice={ofDevice}
          nameOfValue={nameOfValue}
        />
      )
    case 'source':
      return (
        <SourceFields
          source={settings['source'] as TimelineSource}
          ofDevice={ofDevice}
          onChange={(next) => set('source', next)}
        />
      )
    case 'scope':
      return (
        <ScopeFields
          scope={settings['scope'] as AlertScope}
          ofDevice={ofDevice}
          onChange={(next) => set('scope', next)}
        />
      )
    case 'drawing':
      return <DrawingField visId={settings['visId'] as number} onChange={(visId) => set('visId', visId)} />
  }
}

type Lines = WidgetOf<'chart'>['settings']['values']

interface ListProps<T> {
  values: readonly T[]
  onSet: (key: 'values', values: readonly T[]) => void
  ofDevice: number | null
  nameOfValue: (ref: ValueRef) => string
}

const linesMax = 20
const rowsMax = 50

const LinesFields = ({ values, onSet, ofDevice, nameOfValue }: ListProps<Lines[number]>): ReactNode => {
  const { dashboards } = useTexts()
  const set = (next: typeof values): void => onSet('values', next)
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

const RowsFields = ({ values, onSet, ofDevice, nameOfValue }: ListProps<ValueRef>): ReactNode => {
  const { dashboards } = useTexts()
  const set = (next: readonly ValueRef[]): void => onSet('values', next)
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
