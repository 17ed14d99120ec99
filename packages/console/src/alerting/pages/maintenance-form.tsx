import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage, useOwnZone } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { PickedList } from '../../ui/forms/picked-list.tsx'
import type { AlertRow } from '../list/order.rules.ts'
import {
  kinds,
  type MaintenanceDraft,
  type MaintenanceWindow,
  ruleOf,
  ruleProblem,
  weekDays,
  weeksOfMonth,
} from './maintenance.rules.ts'

interface MaintenanceFormProps {
  initial: MaintenanceDraft
  coverable: MaintenanceTargets
  isBusy: boolean
  onSave: (draft: MaintenanceDraft) => void
  onCancel: () => void
}

/** A maintenance window: its name, when it is, what it covers, and when it would be next. */
export const MaintenanceForm = (props: MaintenanceFormProps): ReactNode => {
  const zone = useOwnZone()
  const { initial, coverable, isBusy, onSave, onCancel } = props
  const { common, maintenance: texts } = useTexts()
  const { orgId } = useOrg()
  const [draft, setDraft] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const change = (changes: Partial<MaintenanceDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  const problem = ruleProblem(draft)
  const isBare = draft.objects.length === 0
  const preview = useQuery({
    ...apiQuery('maintenance', 'preview', { orgId, rule: ruleOf(draft, zone) }),
    enabled: problem === null,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    if (problem === null && !isBare) onSave(draft)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-quiet">{texts.help}</p>
      <TextField
        label={texts.name}
        value={draft.name}
        required
        maxLength={200}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={texts.reason}
        value={draft.reason}
        maxLength={1000}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <Choice
        label={texts.kind}
        value={draft.kind}
        options={kinds.map((kind) => [kind, texts.kinds[kind]] as const)}
        onChange={(kind) => change({ kind })}
      />
      <WhenFields draft={draft} onChange={change} />
      {isChecked && problem !== null && <p className="text-sm text-critical-text">{texts.wrong[problem]}</p>}
      {problem === null && preview.data !== undefined && <NextTimes {...preview.data} />}
      <PickedList
        label={texts.covers}
        addLabel={texts.addCovered}
        removeText={texts.remove}
        groups={[
          [texts.networks, coverable.networks],
          [texts.devices, coverable.devices],
          [texts.alerts, coverable.alerts],
        ]}
        picked={draft.objects}
        error={isChecked && isBare ? texts.wrong.noObjects : undefined}
        onChange={(objects) => change({ objects })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}

interface WhenProps {
  draft: MaintenanceDraft
  onChange: (changes: Partial<MaintenanceDraft>) => void
}

const WhenFields = ({ draft, onChange }: WhenProps): ReactNode => {
  const { maintenance: texts } = useTexts()
  if (draft.kind !== 'once')
    return (
      <>
        {draft.kind === 'weekly' ? (
          <WeekDays days={draft.days} onChange={(days) => onChange({ days })} />
        ) : (
          <NthDay draft={draft} onChange={onChange} />
        )}
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            type="time"
            label={texts.from}
            value={draft.from}
            required
            onChange={({ target }) => onChange({ from: target.value })}
          />
          <TextField
            type="time"
            label={texts.till}
            value={draft.till}
            required
            hint={texts.overMidnight}
            onChange={({ target }) => onChange({ till: target.value })}
          />
        </div>
      </>
    )
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        type="datetime-local"
        label={texts.from}
        value={draft.fromOn}
        required
        onChange={({ target }) => onChange({ fromOn: target.value })}
      />
      <TextField
        type="datetime-local"
        label={texts.till}
        value={draft.tillOn}
        required
        onChange={({ target }) => onChange({ tillOn: target.value })}
      />
    </div>
  )
}

const useDayNames = (style: 'short' | 'long'): readonly string[] => {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
    // The first of June 2026 is a Monday.
    return weekDays.map((day) => format.format(Date.UTC(2026, 5, day)))
  }, [language, style])
}

const WeekDays = ({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }): ReactNode => {
  const { maintenance: texts } = useTexts()
  const names = useDayNames('short')
  return (
    <div role="group" aria-label={texts.days} className="flex flex-wrap gap-1">
      {weekDays.map((day, place) => (
        <Button
          key={day}
          aria-pressed={days.includes(day)}
          className="px-1.5 aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
          onClick={() => onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])}
        >
          {names[place]}
        </Button>
      ))}
    </div>
  )
}

const NthDay = ({ draft, onChange }: WhenProps): ReactNode => {
  const { maintenance: texts } = useTexts()
  const names = useDayNames('long')
  return (
    <div className="flex flex-wrap gap-3">
      <Choice
        label={texts.nth}
        value={draft.nth}
        options={weeksOfMonth.map((nth) => [nth, texts.nths[nth]] as const)}
        onChange={(nth) => onChange({ nth })}
      />
      <Choice
        label={texts.day}
        value={draft.day}
        options={weekDays.map((day, place) => [day, names[place] ?? ''] as const)}
        onChange={(day) => onChange({ day })}
      />
    </div>
  )
}

/** When a window is next, as the viewer's clocks will show it. */
const NextTimes = ({ next, timeZone }: { next: MaintenanceWindow['next']; timeZone: string }): ReactNode => {
  const zone = useOwnZone()
  const { common, maintenance: texts } = useTexts()
  const { time } = useFormat()
  return (
    <div role="group" aria-label={texts.next} className="text-sm">
      <p className="font-medium">{texts.next}</p>
      {next.length === 0 ? (
        <p>{texts.neverAgain}</p>
      ) : (
        <ol>
          {next.map(({ from, till }) => (
            <li key={from}>
              <time dateTime={from}>{time(from)}</time> – <time dateTime={till}>{time(till)}</time>
            </li>
          ))}
        </ol>
      )}
      <p className="text-quiet">
        {texts.byZone({ zone: timeZone })}. {common.timesIn({ zone })}.
      </p>
    </div>
  )
}

/** Objects that a maintenance window can cover, by kind, with the key and the name of each. */
interface MaintenanceTargets {
  networks: readonly (readonly [key: string, name: string])[]
  devices: readonly (readonly [key: string, name: string])[]
  alerts: readonly (readonly [key: string, name: string])[]
}

export const useMaintenanceTargets = (rows: readonly AlertRow[]): MaintenanceTargets => {
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId })).data
  return useMemo(() => {
    const nets = Object.entries(tree ?? {})
    return {
      networks: nets.map(([id, { name }]) => [`net:${id}`, name] as const),
      devices: nets.flatMap(([, net]) =>
        Object.entries(net.devices).map(([id, { name }]) => [`device:${id}`, `${net.name} / ${name}`] as const),
      ),
      alerts: rows.map(({ id, name }) => [`alert:${id}`, name] as const),
    }
  }, [tree, rows])
}
