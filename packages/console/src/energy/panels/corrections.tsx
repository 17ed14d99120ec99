import { dateOfText, wallText } from '@busbar/ui/wall-time'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { useDates } from '../figures/energy-format.ts'
import type { AsideEnergy } from '../figures.ts'

export interface CorrectionsProps {
  paramId: number
  zone: string
  /** The step that it is about; all of the counter where it is about none. */
  aside?: AsideEnergy
}

type Counter = AnswerOf<'counters', 'get'>

/** Corrections of a meter by users: a replacement, or a real step. Each has a reason, which the audit log stores. */
export const Corrections = ({ paramId, zone, aside }: CorrectionsProps): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const mayCorrect = useHasRole('manager')
  const counter = useQuery({ ...apiQuery('counters', 'get', { paramId }), enabled: mayCorrect })
  if (!mayCorrect) return null
  return (
    <section className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.meter}</h3>
      <Loaded query={counter}>
        {(found) => (
          <>
            <Steps paramId={paramId} zone={zone} counter={found} aside={aside} />
            <Exchanges paramId={paramId} zone={zone} counter={found} />
          </>
        )}
      </Loaded>
      <ExchangeForm paramId={paramId} aside={aside} />
      <RecomputeForm paramId={paramId} />
    </section>
  )
}

const invalidated = [['counters'], ['treeEnergy'], ['treeProfiles']] as const

interface CounterProps {
  paramId: number
  zone: string
  counter: Counter
}

/** Steps that were not booked, and can be. */
const Steps = ({ paramId, zone, counter, aside }: CounterProps & { aside: AsideEnergy | undefined }): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const dates = useDates(zone)
  const [reason, setReason] = useState('')
  const accept = useAction('counters', 'accept', invalidated, () => toast(texts.corrected))
  const steps = counter.proposals.filter(
    ({ kind, on }) => kind === 'step' && (aside === undefined || on === aside.on || on === aside.till),
  )
  if (steps.length === 0) return null
  return (
    <>
      <TextField
        label={texts.reason}
        value={reason}
        maxLength={500}
        onChange={({ target }) => setReason(target.value)}
      />
      <ul className="flex flex-col gap-2">
        {steps.map(({ value, on }) => (
          <li key={on} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span>{texts.step({ when: on === undefined ? '' : dates.moment(Date.parse(on)), amount: value })}</span>
            <Button
              isBusy={accept.isPending}
              disabled={reason.trim() === ''}
              onClick={() =>
                accept.mutate({
                  paramId,
                  kind: 'step',
                  value,
                  reason: reason.trim(),
                  ...(on !== undefined && { on: new Date(on) }),
                })
              }
            >
              {texts.book}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

const Exchanges = ({ paramId, zone, counter }: CounterProps): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const dates = useDates(zone)
  const undo = useAction('counters', 'undoExchange', invalidated)
  if (counter.exchanges.length === 0) return <p className="text-sm text-quiet">{texts.noExchanges}</p>
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {counter.exchanges.map(({ id, on, endValue, startValue, reason }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0">
            {endValue === startValue
              ? texts.bookedStep({ when: dates.moment(Date.parse(on)) })
              : texts.exchanged({ when: dates.moment(Date.parse(on)), end: endValue, start: startValue })}
            {reason !== undefined && <span className="block text-quiet">{reason}</span>}
          </span>
          <Button isBusy={undo.isPending} onClick={() => undo.mutate({ paramId, exchangeId: id })}>
            {texts.takeBack}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const ExchangeForm = ({ paramId, aside }: { paramId: number; aside: AsideEnergy | undefined }): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const ownZone = useOwnZone()
  const exchange = useAction('counters', 'exchange', invalidated, () => toast(texts.corrected))
  const [isOpen, setIsOpen] = useState(false)
  const send = (form: FormData): void => {
    exchange.mutate(
      {
        paramId,
        on: dateOfText(formText(form, 'on'), ownZone),
        endValue: formText(form, 'endValue'),
        startValue: formText(form, 'startValue'),
        reason: formText(form, 'reason').trim(),
      },
      { onSuccess: () => setIsOpen(false) },
    )
  }
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setIsOpen(true)}>{texts.tellExchange}</Button>
      </div>
    )
  }
  return (
    <form action={send} className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={texts.exchangedOn}
        hint={texts.yourTime}
        name="on"
        type="datetime-local"
        required
        defaultValue={wallText(aside === undefined ? serverNow() : Date.parse(aside.on), ownZone)}
        className="sm:col-span-2"
      />
      <NumberField label={texts.endValue} name="endValue" required defaultValue={aside?.from} />
      <NumberField label={texts.startValue} name="startValue" required defaultValue={aside?.to} />
      <TextField
        label={texts.reason}
        name="reason"
        required
        maxLength={500}
        pattern=".*\S.*"
        className="sm:col-span-2"
      />
      <div className="sm:col-span-2">
        <Button type="submit" variant="primary" isBusy={exchange.isPending}>
          {texts.tellExchange}
        </Button>
      </div>
    </form>
  )
}

const monthMs = 30 * 86_400_000

/** Recomputes stored energy of a counter after late readings or corrections. */
const RecomputeForm = ({ paramId }: { paramId: number }): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const zone = useOwnZone()
  const [isOpen, setIsOpen] = useState(false)
  const recompute = useAction('counters', 'recompute', [['treeEnergy'], ['treeProfiles']], ({ days, daysLeft }) =>
    toast(
      daysLeft === 0
        ? texts.recomputed({ count: days })
        : `${texts.recomputed({ count: days })} ${texts.daysLeft({ count: daysLeft })}`,
    ),
  )
  const send = (form: FormData): void =>
    recompute.mutate(
      { paramId, from: dateOfText(formText(form, 'from'), zone), till: dateOfText(formText(form, 'till'), zone) },
      { onSuccess: () => setIsOpen(false) },
    )
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setIsOpen(true)}>{texts.recompute}</Button>
      </div>
    )
  }
  return (
    <form action={send} className="grid gap-3 sm:grid-cols-2">
      <p className="text-sm text-quiet sm:col-span-2">{texts.recomputeHelp}</p>
      <TextField
        label={texts.recomputeFrom}
        hint={texts.yourTime}
        name="from"
        type="datetime-local"
        required
        defaultValue={wallText(serverNow() - monthMs, zone)}
      />
      <TextField
        label={texts.recomputeTill}
        hint={texts.yourTime}
        name="till"
        type="datetime-local"
        required
        defaultValue={wallText(serverNow(), zone)}
      />
      <div className="sm:col-span-2">
        <Button type="submit" variant="primary" isBusy={recompute.isPending}>
          {texts.recompute}
        </Button>
      </div>
    </form>
  )
}
