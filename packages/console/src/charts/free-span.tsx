import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { between, type TimeRange, type View } from './view.rules.ts'

const pad = (count: number): string => String(count).padStart(2, '0')

/** As an input for local time wants it. */
const localText = (ms: number): string => {
  const on = new Date(ms)
  const date = [on.getFullYear(), pad(on.getMonth() + 1), pad(on.getDate())].join('-')
  return `${date}T${pad(on.getHours())}:${pad(on.getMinutes())}`
}

/** From one moment till another, in the viewer's own time. */
export const FreeSpan = ({
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
