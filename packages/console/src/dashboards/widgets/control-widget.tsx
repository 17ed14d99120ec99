import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, ToggleRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { isWritable } from '../../readings/values/is-writable.ts'
import { type ValueToWrite, WriteDialog } from '../../readings/values/write-dialog.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import type { WidgetOf } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import type { BoardValue } from '../values/board-values.ts'
import { useExactText } from '../values/value-text.ts'
import { defineWidget } from './define-widget.ts'
import {
  MissingValue,
  missingOf,
  readingOf,
  ShownValue,
  useDeviceText,
  ValueTrouble,
  WidgetFrame,
} from './widget-frame.tsx'

/** Switches a value after confirmation and shows the device's response. */
const SwitchWidget = ({ widget }: { widget: WidgetOf<'switch'> }): ReactNode => {
  const { value: ref, on, off } = widget.settings
  const one = useBoardValue(ref)
  return (
    <Control widget={widget} one={one}>
      {(ready, write) => <OnOff one={ready} on={on} off={off} onChoose={write} />}
    </Control>
  )
}

/** Sets a value, as the dialog for it allows. */
const SetpointWidget = ({ widget }: { widget: WidgetOf<'setpoint'> }): ReactNode => {
  const { dashboards } = useTexts()
  const one = useBoardValue(widget.settings.value)
  return (
    <Control widget={widget} one={one}>
      {(_ready, write) => <Button onClick={() => write(null)}>{dashboards.set}</Button>}
    </Control>
  )
}

interface ControlProps {
  widget: WidgetOf<'switch'> | WidgetOf<'setpoint'>
  one: BoardValue | undefined
  /** Control that is pressed. It passes the value to write, or null if the user is to enter it. */
  children: (one: BoardValue, write: (wanted: ValueToWrite | null) => void) => ReactNode
}

const Control = ({ widget, one, children }: ControlProps): ReactNode => {
  const { dashboards } = useTexts()
  const { mayWrite } = useBoardSource()
  const deviceText = useDeviceText()
  const [wanted, setWanted] = useState<ValueToWrite | null | undefined>()
  if (one === undefined) {
    return (
      <WidgetFrame title={widget.title || dashboards.kinds[widget.kind]}>
        <MissingValue missing={missingOf(widget.settings.value)} />
      </WidgetFrame>
    )
  }
  const { param } = one
  return (
    <WidgetFrame
      title={widget.title || param.name}
      deviceLabel={widget.title === '' ? deviceText(one) : undefined}
      href={`/params/${param.paramId}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-lg">
            <ShownValue one={one} />
          </p>
          <ValueTrouble one={one} />
        </div>
        {mayWrite && param.isProgrammable && children(one, setWanted)}
      </div>
      {!param.isProgrammable && <p className="mt-1 text-xs text-quiet">{dashboards.notWritable}</p>}
      {param.isProgrammable && !mayWrite && <p className="mt-1 text-xs text-quiet">{dashboards.mayNotWrite}</p>}
      {wanted !== undefined && <Write one={one} wanted={wanted} onClose={() => setWanted(undefined)} />}
    </WidgetFrame>
  )
}

interface OnOffProps {
  one: BoardValue
  on: string
  off: string
  onChoose: (wanted: ValueToWrite) => void
}

/** Both sides are in sight: what is on now is not known for sure, so neither is merely the other way round. */
const OnOff = ({ one: { param, state }, on, off, onChoose }: OnOffProps): ReactNode => {
  const { dashboards } = useTexts()
  const text = useExactText()
  const named = (value: string, usual: string): string =>
    param.states?.[value] === undefined && param.unitName === undefined ? usual : text(param, value)
  const sides = [
    [off, named(off, dashboards.off)],
    [on, named(on, dashboards.on)],
  ] as const
  return (
    <div
      role="group"
      aria-label={param.name}
      className="flex flex-wrap gap-px overflow-hidden rounded-part border border-line-strong bg-line"
    >
      {sides.map(([value, shown]) => (
        <button
          key={value}
          type="button"
          aria-pressed={state.value === value}
          className="min-h-8 bg-surface px-3 text-sm font-medium text-quiet hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:bg-selected aria-pressed:text-accent max-md:min-h-10"
          onClick={() => onChoose({ value, shown })}
        >
          {shown}
        </button>
      ))}
    </div>
  )
}

interface WriteProps {
  one: BoardValue
  wanted: ValueToWrite | null
  onClose: () => void
}

/** The dialog needs all of the parameter; that is asked when it is opened. */
const Write = ({ one, wanted, onClose }: WriteProps): ReactNode => {
  const text = useExactText()
  const { dashboards } = useTexts()
  const { param, state } = one
  const params = useQuery(apiQuery('devices', 'params', { deviceId: param.deviceId }))
  const found = params.data?.find(({ id }) => id === param.paramId)
  if (found === undefined || !isWritable(found)) {
    return (
      <Dialog title={param.name} isOpen onClose={onClose}>
        <Loaded query={params}>{() => <p>{dashboards.notWritable}</p>}</Loaded>
      </Dialog>
    )
  }
  const shown = state.value === undefined ? {} : { formattedValue: text(param, state.value) }
  return (
    <WriteDialog
      param={found}
      state={{ ...state, ...shown }}
      reading={readingOf(one)}
      {...(wanted !== null && { wanted })}
      onClose={onClose}
    />
  )
}

export const switchWidget = defineWidget({
  kind: 'switch',
  icon: ToggleRight,
  size: { width: 4, height: 3 },
  phoneClass: 'max-md:col-span-2',
  needs: 'writable value',
  initial: (value) => ({ value, on: '1', off: '0' }),
  firstValue: ({ value }) => value,
  isNamedByValue: true,
  fields: [
    { type: 'value', isWritten: true },
    {
      type: 'pair',
      fields: [
        { type: 'text', key: 'on', label: ({ dashboards }) => dashboards.onValue, maxLength: 50 },
        { type: 'text', key: 'off', label: ({ dashboards }) => dashboards.offValue, maxLength: 50 },
      ],
    },
  ],
  look: [],
  isValid: ({ on, off }) => on !== '' && off !== '',
  draw: SwitchWidget,
})

export const setpoint = defineWidget({
  kind: 'setpoint',
  icon: SlidersHorizontal,
  size: { width: 4, height: 3 },
  phoneClass: 'max-md:col-span-2',
  needs: 'writable value',
  initial: (value) => ({ value }),
  firstValue: ({ value }) => value,
  isNamedByValue: true,
  fields: [{ type: 'value', isWritten: true }],
  look: [],
  draw: SetpointWidget,
})
