import { Send, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { languageNames, languages, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, fieldClass, Labelled, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { addressesIn, daysOf, formats, newSchedule, type Schedule, withAddresses } from './mail.rules.ts'
import { segments } from './search.rules.ts'

export interface MailFormProps {
  reportId: string
  stored: Schedule | null
  nextOn: string | null
  sendsMail: boolean
  /** Which of the stored ones want it. */
  addresses: AnswerOf<'reportMails', 'get'>['addresses']
}

/** How a report goes out by mail. */
export const MailForm = ({ reportId, stored, nextOn, sendsMail, addresses }: MailFormProps): ReactNode => {
  const { reports, common } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const own = useLanguage()
  const [draft, setDraft] = useState<Schedule>(() => stored ?? newSchedule(own === 'uk' ? 'ua' : own))
  const [typed, setTyped] = useState('')
  const change = useAction('reportMails', 'change', [['reportMails']], (_, request) =>
    toast(request.schedule === null ? reports.mailEnded : reports.mailSaved),
  )
  const send = useAction('reportMails', 'sendNow', [['reportMails', 'sent']], (_, request) =>
    toast(reports.sentNow({ address: request.recipient })),
  )
  const put = (changes: Partial<Schedule>): void => setDraft({ ...draft, ...changes })
  const more = addressesIn(typed)
  const all = withAddresses(draft.recipients, more ?? [])
  const isWrong = all.length === 0 || more === null || draft.formats.length === 0
  const { every, day } = draft
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (isWrong) return
    const schedule = { ...draft, recipients: all }
    change.mutate(
      { reportId, schedule },
      {
        onSuccess: () => {
          setDraft(schedule)
          setTyped('')
        },
      },
    )
  }
  const sendNow = (): void => {
    const [recipient] = all
    if (recipient === undefined) return
    const { formats: attached, language, segment } = draft
    send.mutate({ reportId, recipient, every, formats: attached, language, segment })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <Segmented
        label={reports.howOften}
        value={every}
        options={(['week', 'month'] as const).map((one) => [one, reports.everyNames[one]] as const)}
        onChange={(next) => put({ every: next, day: 1 })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label={reports.onDay}
          value={day}
          options={daysOf(every).map(
            (one) =>
              [one, every === 'week' ? (reports.weekdays[one - 1] ?? '') : reports.monthDay({ day: one })] as const,
          )}
          onChange={(next) => put({ day: next })}
        />
        <TextField
          label={reports.atTime}
          type="time"
          required
          value={draft.at}
          onChange={({ target }) => put({ at: target.value })}
        />
      </div>
      <p className="-mt-2 text-xs text-faint">
        {stored !== null && nextOn !== null ? reports.nextOn({ when: moment(nextOn, now) }) : reports.whenOver[every]}
      </p>
      <Recipients
        all={draft.recipients}
        addresses={addresses}
        typed={typed}
        onTyped={setTyped}
        onChange={(recipients) => put({ recipients })}
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-sm font-medium">{reports.attached}</legend>
        {formats.map((one) => (
          <Checkbox
            key={one}
            label={reports.formats[one]}
            checked={draft.formats.includes(one)}
            onChange={({ target }) =>
              put({
                formats: target.checked ? [...draft.formats, one] : draft.formats.filter((other) => other !== one),
              })
            }
          />
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label={reports.language}
          value={draft.language}
          options={languages.map((one) => [one === 'uk' ? 'ua' : one, languageNames[one]] as const)}
          onChange={(language) => put({ language })}
        />
        <Choice
          label={reports.cut}
          value={draft.segment}
          options={segments.map((one) => [one, reports.segments[one]] as const)}
          onChange={(segment) => put({ segment })}
        />
      </div>
      <NumberField
        label={reports.warnBelow}
        hint={reports.warnBelowHelp}
        isWhole
        min={1}
        max={100}
        value={draft.warnBelow ?? ''}
        onChange={(value) => put({ warnBelow: value === '' ? null : Number(value) })}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          icon={Send}
          isChange
          isBusy={send.isPending}
          disabled={isWrong || !sendsMail}
          title={reports.sendNowHelp}
          onClick={sendNow}
        >
          {reports.sendNow}
        </Button>
        <div className="flex flex-wrap gap-2">
          {stored !== null && (
            <Button variant="danger" isChange onClick={() => change.mutate({ reportId, schedule: null })}>
              {reports.endMail}
            </Button>
          )}
          <Button type="submit" variant="primary" isBusy={change.isPending} disabled={isWrong}>
            {common.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface RecipientsProps {
  all: readonly string[]
  addresses: MailFormProps['addresses']
  typed: string
  onTyped: (text: string) => void
  onChange: (all: string[]) => void
}

const Recipients = ({ all, addresses, typed, onTyped, onChange }: RecipientsProps): ReactNode => {
  const { reports } = useTexts()
  const listId = useId()
  const found = addressesIn(typed)
  const stateOf = (one: string) => addresses.find(({ address }) => address === one)?.state ?? 'confirmed'
  const take = (): void => {
    if (found === null || found.length === 0) return
    onChange(withAddresses(all, found))
    onTyped('')
  }
  const onKey = (event: KeyboardEvent): void => {
    if (!['Enter', ',', ';', ' '].includes(event.key) || typed.trim() === '') return
    event.preventDefault()
    take()
  }
  return (
    <div className="flex flex-col gap-2">
      <Labelled label={reports.to} hint={reports.toHelp} error={found === null ? reports.addressWrong : undefined}>
        {(ties) => (
          <input
            {...ties}
            className={fieldClass}
            inputMode="email"
            autoComplete="off"
            value={typed}
            placeholder={reports.addAddress}
            onChange={({ target }) => onTyped(target.value)}
            onKeyDown={onKey}
          />
        )}
      </Labelled>
      {all.length > 0 && (
        <ul id={listId} aria-label={reports.to} className="flex flex-wrap gap-1.5">
          {all.map((one) => (
            <li key={one} className="inline-flex items-center gap-1 rounded-mark bg-sunken py-0.5 pr-1 pl-2 text-sm">
              <span className="min-w-0 break-all">{one}</span>
              <AddressState state={stateOf(one)} />
              <button
                type="button"
                aria-label={reports.removeAddress({ address: one })}
                className="grid size-6 place-items-center rounded-mark text-quiet hover:bg-hover hover:text-ink"
                onClick={() => onChange(all.filter((other) => other !== one))}
              >
                <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows nothing for confirmed addresses and members. */
const AddressState = ({ state }: { state: MailFormProps['addresses'][number]['state'] }): ReactNode => {
  const { reports } = useTexts()
  if (state === 'confirmed') return null
  return (
    <span className={`text-xs ${state === 'asked' ? 'text-unknown-text' : 'text-warning-text'}`}>
      {reports.addressStates[state]}
    </span>
  )
}
