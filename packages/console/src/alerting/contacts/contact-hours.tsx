import { listedTypes } from '@busbar/cloud/contract'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox, TextField } from '../../ui/forms/fields.tsx'
import { type ContactDraft, type DraftSpan, newSpan } from './contact-draft.rules.ts'

const days = [1, 2, 3, 4, 5, 6, 7] as const
const spansMax = 50
const pressed = 'px-1.5 aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent'

const without = <T,>(items: readonly T[], item: T): T[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

interface ContactHoursProps {
  draft: ContactDraft
  onChange: (changes: Partial<ContactDraft>) => void
}

/** The hours of the week at which a contact is reachable, and by which channels. */
export const ContactHours = ({ draft, onChange }: ContactHoursProps): ReactNode => {
  const { contacts: texts, quiet } = useTexts()
  const { isLimited, hours } = draft
  const limit = (isOn: boolean): void =>
    onChange({ isLimited: isOn, hours: isOn && hours.length === 0 ? [newSpan()] : hours })
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label={texts.limited}
        hint={texts.limitedHelp}
        checked={isLimited}
        onChange={(event) => limit(event.target.checked)}
      />
      {isLimited && (
        <>
          {hours.map((span) => (
            <SpanFields
              key={span.key}
              span={span}
              onChange={(changes) =>
                onChange({ hours: hours.map((one) => (one.key === span.key ? { ...one, ...changes } : one)) })
              }
              onRemove={() => onChange({ hours: hours.filter(({ key }) => key !== span.key) })}
            />
          ))}
          <div>
            <Button disabled={hours.length >= spansMax} onClick={() => onChange({ hours: [...hours, newSpan()] })}>
              {quiet.addHours}
            </Button>
          </div>
          <Checkbox
            label={texts.critical}
            checked={draft.isAlwaysForCritical}
            onChange={(event) => onChange({ isAlwaysForCritical: event.target.checked })}
          />
        </>
      )}
    </div>
  )
}

interface SpanFieldsProps {
  span: DraftSpan
  onChange: (changes: Partial<DraftSpan>) => void
  onRemove: () => void
}

const SpanFields = ({ span, onChange, onRemove }: SpanFieldsProps): ReactNode => {
  const { alertForm, quiet, contacts: texts } = useTexts()
  const language = useLanguage()
  const names = useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
    // The first of June 2026 is a Monday.
    return days.map((day) => format.format(Date.UTC(2026, 5, day)))
  }, [language])
  return (
    <div role="group" aria-label={quiet.hours} className="flex flex-col gap-3 rounded-part border border-line p-3">
      <div role="group" aria-label={quiet.days} className="flex flex-wrap gap-1">
        {days.map((day, place) => (
          <Button
            key={day}
            aria-pressed={span.days.includes(day)}
            className={pressed}
            onClick={() => onChange({ days: without(span.days, day) })}
          >
            {names[place]}
          </Button>
        ))}
      </div>
      <div role="group" aria-label={texts.by} className="flex flex-wrap gap-1">
        {listedTypes.map((type) => (
          <Button
            key={type}
            aria-pressed={span.types.includes(type)}
            className={pressed}
            onClick={() => onChange({ types: without(span.types, type) })}
          >
            {alertForm.channels[type]}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        {(['from', 'till'] as const).map((edge) => (
          <TextField
            key={edge}
            type="time"
            label={quiet[edge]}
            value={span[edge]}
            required
            onChange={(event) => onChange({ [edge]: event.target.value })}
          />
        ))}
        <Button onClick={onRemove}>{alertForm.remove}</Button>
      </div>
    </div>
  )
}
