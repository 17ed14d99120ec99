import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { between, panned, type SpanName, spans, type TimeRange, type View, viewOf, zoomed } from './view.rules.ts'

export interface SpanBarProps {
  range: TimeRange
  now: number
  onRange: (range: TimeRange) => void
}

/** How much time is shown, and when. */
export const SpanBar = ({ range, now, onRange }: SpanBarProps): ReactNode => {
  const { charts } = useTexts()
  const [isFree, setIsFree] = useState(false)
  const names = Object.keys(spans) as SpanName[]
  const pan = (part: number): void => onRange(panned(range, range.spanMs * part, now))
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={charts.span} className="flex flex-wrap gap-1">
          {names.map((name) => (
            <Button
              key={name}
              aria-pressed={range.spanMs === spans[name]}
              className="aria-pressed:border-accent aria-pressed:text-accent"
              onClick={() => onRange({ ...range, spanMs: spans[name] })}
            >
              {charts[name]}
            </Button>
          ))}
          <Button aria-expanded={isFree} onClick={() => setIsFree(!isFree)}>
            {charts.free}
          </Button>
        </div>
        <div className="flex gap-1">
          <Tool label={charts.earlier} path="M10 3L5 8l5 5" onClick={() => pan(-0.5)} />
          <Tool label={charts.later} path="M6 3l5 5-5 5" isOff={range.till === null} onClick={() => pan(0.5)} />
          <Tool label={charts.zoomOut} path="M3 8h10" onClick={() => onRange(zoomed(range, 2, null, now))} />
          <Tool label={charts.zoomIn} path="M3 8h10M8 3v10" onClick={() => onRange(zoomed(range, 0.5, null, now))} />
          <Button disabled={range.till === null} onClick={() => onRange({ ...range, till: null })}>
            {charts.now}
          </Button>
        </div>
      </div>
      {isFree && <FreeSpan view={viewOf(range, now)} now={now} onRange={onRange} />}
    </div>
  )
}

interface ToolProps {
  label: string
  path: string
  isOff?: boolean
  onClick: () => void
}

const Tool = ({ label, path, isOff = false, onClick }: ToolProps): ReactNode => (
  <Button aria-label={label} title={label} disabled={isOff} className="px-2" onClick={onClick}>
    <svg viewBox="0 0 16 16" className="size-4 fill-none stroke-current" strokeWidth="1.75" aria-hidden="true">
      <path d={path} />
    </svg>
  </Button>
)

const pad = (count: number): string => String(count).padStart(2, '0')

/** As an input for local time wants it. */
const localText = (ms: number): string => {
  const on = new Date(ms)
  const date = [on.getFullYear(), pad(on.getMonth() + 1), pad(on.getDate())].join('-')
  return `${date}T${pad(on.getHours())}:${pad(on.getMinutes())}`
}

/** From one moment till another, in the viewer's own time. */
const FreeSpan = ({
  view,
  now,
  onRange,
}: {
  view: View
  now: number
  onRange: (range: TimeRange) => void
}): ReactNode => {
  const { charts } = useTexts()
  const send = (form: FormData): void => {
    const [from = Number.NaN, till = Number.NaN] = ['from', 'till'].map((name) =>
      new Date(formText(form, name)).getTime(),
    )
    if (!Number.isNaN(from + till)) onRange(between(from, till, now))
  }
  return (
    <form action={send} className="flex flex-wrap items-end gap-2">
      <TextField label={charts.from} name="from" type="datetime-local" required defaultValue={localText(view.from)} />
      <TextField label={charts.till} name="till" type="datetime-local" required defaultValue={localText(view.till)} />
      <Button type="submit">{charts.show}</Button>
    </form>
  )
}
