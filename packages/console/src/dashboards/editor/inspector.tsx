import { Copy, Plus, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { GridArea, Limit, ValueRef, Widget } from '../values/board.ts'
import { definitionOf, widgetKinds } from '../widgets/catalogue.tsx'
import { NumberField, TypedField } from './typed-field.tsx'
import type { DraftControl } from './use-draft.ts'
import { WidgetFields } from './widget-fields.tsx'

export interface InspectorProps {
  draft: DraftControl
  widget: Widget
  title: string
  ofDevice: number | null
  nameOfValue: (ref: ValueRef) => string
  onCopy: () => void
  onClose: () => void
}

const tabs = ['values', 'look', 'limits'] as const
type TabName = (typeof tabs)[number]

/** All that can be said of a widget: what it shows, how, and what of it is not normal. */
export const Inspector = ({
  draft,
  widget,
  title,
  ofDevice,
  nameOfValue,
  onCopy,
  onClose,
}: InspectorProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const [tab, setTab] = useState<TabName>('values')
  const limits = 'limits' in widget.settings ? widget.settings.limits : null
  const shown = tab === 'limits' && limits === null ? 'values' : tab
  const definition = definitionOf(widget.kind)
  const first = definition.firstValue(widget.settings)
  /** Kinds into which this one can be changed. */
  const others = widgetKinds.filter((kind) => kind === widget.kind || definitionOf(kind).needs === definition.needs)
  const fieldProps = { ofDevice, nameOfValue, onChange: draft.set }
  const offered = tabs.filter((one) => one !== 'limits' || limits !== null)
  return (
    <>
      <header className="flex items-center justify-between gap-2 border-b border-line px-4 py-2.5">
        <h2 className="min-w-0 truncate font-semibold">{title}</h2>
        <Button variant="quiet" icon={X} aria-label={common.close} onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <Segmented
          label={dashboards.inspect}
          value={shown}
          options={offered.map((one) => [one, dashboards.tabs[one]] as const)}
          onChange={setTab}
        />
        {shown === 'values' && (
          <>
            <TypedField
              label={dashboards.widgetTitle}
              hint={dashboards.widgetTitleHelp}
              value={widget.title}
              maxLength={200}
              onChange={(text) => draft.set({ ...widget, title: text.trim() })}
            />
            {first !== null && (
              <Choice
                label={dashboards.kind}
                value={widget.kind}
                options={others.map((kind) => [kind, dashboards.kinds[kind]] as const)}
                onChange={(kind) =>
                  draft.set({ ...widget, kind, settings: definitionOf(kind).initial(first, 0) } as Widget)
                }
              />
            )}
            <WidgetFields widget={widget} fields={definition.fields} {...fieldProps} />
          </>
        )}
        {shown === 'look' && (
          <div className="flex flex-col gap-4">
            <WidgetFields widget={widget} fields={definition.look} {...fieldProps} />
            <SizeFields place={widget.place} onPlace={(place) => draft.place(widget.id, place)} />
          </div>
        )}
        {shown === 'limits' && limits !== null && (
          <LimitsFields
            limits={limits}
            onChange={(next) => draft.set({ ...widget, settings: { ...widget.settings, limits: next } } as Widget)}
          />
        )}
      </div>
      <footer className="flex justify-between gap-2 border-t border-line px-4 py-3">
        <Button variant="danger" icon={Trash2} onClick={() => draft.remove(widget.id)}>
          {dashboards.removeWidget}
        </Button>
        <Button icon={Copy} onClick={onCopy}>
          {dashboards.copyWidget}
        </Button>
      </footer>
    </>
  )
}

/** Width and height in the grid. */
const SizeFields = ({ place, onPlace }: { place: GridArea; onPlace: (place: GridArea) => void }): ReactNode => {
  const { dashboards } = useTexts()
  return (
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
  )
}

const limitsMax = 8

/** The ranges of a value that are not normal. */
const LimitsFields = ({
  limits,
  onChange,
}: {
  limits: readonly Limit[]
  onChange: (limits: Limit[]) => void
}): ReactNode => {
  const { dashboards } = useTexts()
  const set = (
    at: number,
    change: Partial<Record<'from' | 'till', number | undefined>> & Partial<Pick<Limit, 'level'>>,
  ): void => {
    const { from, till, level } = { ...limits[at], ...change }
    const isTaken = (from ?? till) !== undefined && (from === undefined || till === undefined || from < till)
    if (!isTaken || level === undefined) return
    onChange(limits.with(at, { ...(from !== undefined && { from }), ...(till !== undefined && { till }), level }))
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-quiet">{dashboards.limitsHelp}</p>
      {limits.map(({ from, till, level }, at) => (
        <fieldset key={at} className="flex flex-col gap-3 rounded-part border border-line p-3">
          <legend className="sr-only">{dashboards.limit({ number: at + 1 })}</legend>
          <div className="flex items-start justify-between gap-2">
            <div className="flex-1">
              <Segmented
                label={dashboards.level}
                value={level}
                options={[
                  ['warning', dashboards.warning],
                  ['critical', dashboards.critical],
                ]}
                onChange={(next) => set(at, { level: next })}
              />
            </div>
            <Button
              variant="quiet"
              icon={X}
              aria-label={dashboards.removeLimit({ number: at + 1 })}
              onClick={() => onChange(limits.toSpliced(at, 1))}
            />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <NumberField label={dashboards.from} value={from} isOptional onChange={(next) => set(at, { from: next })} />
            <NumberField label={dashboards.till} value={till} isOptional onChange={(next) => set(at, { till: next })} />
          </div>
        </fieldset>
      ))}
      <Button
        icon={Plus}
        disabled={limits.length >= limitsMax}
        onClick={() => onChange([...limits, { from: 100, level: 'warning' }])}
      >
        {dashboards.addLimit}
      </Button>
    </div>
  )
}
