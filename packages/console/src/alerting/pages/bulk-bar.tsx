import { type FormEvent, type ReactNode, useState } from 'react'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextArea, TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { type MuteTime, muteTill, muteTimes } from '../mute.rules.ts'

const commentMax = 1000
const idsMax = 1000
const changed = [['alerts']] as const

const count = (outcomes: readonly { outcome: string }[], word: string): number =>
  outcomes.filter(({ outcome }) => outcome === word).length

/** Actions on the selected alerts. */
export const BulkBar = ({ alertIds, onDone }: { alertIds: readonly number[]; onDone: () => void }): ReactNode => {
  const { holds } = useTexts()
  const { orgId } = useOrg()
  const [mayConfirm, mayMute] = [useHasRole('operator'), useHasRole('manager')]
  const unmute = useAction('alertsBulk', 'unmute', changed, ({ outcomes }) =>
    toast(holds.unmutedOf({ done: count(outcomes, 'unmuted'), all: outcomes.length })),
  )
  const isFull = alertIds.length > idsMax
  const onUnmute = (): void => unmute.mutate({ orgId, alertIds: [...alertIds] }, { onSuccess: onDone })
  return (
    <div
      role="group"
      aria-label={holds.selected({ count: alertIds.length })}
      className="flex flex-wrap items-center gap-2"
    >
      <span role="status" className="text-sm">
        {holds.selected({ count: alertIds.length })}
      </span>
      {mayConfirm && <ConfirmMany alertIds={alertIds} isDisabled={isFull} onDone={onDone} />}
      {mayMute && (
        <>
          <MuteMany alertIds={alertIds} isDisabled={isFull} onDone={onDone} />
          <Button disabled={isFull || unmute.isPending} onClick={onUnmute}>
            {holds.unmute}
          </Button>
        </>
      )}
    </div>
  )
}

interface ManyProps {
  alertIds: readonly number[]
  isDisabled: boolean
  onDone: () => void
}

const commentOf = (form: HTMLFormElement): { comment?: string } => {
  const comment = formText(new FormData(form), 'comment').trim()
  return comment === '' ? {} : { comment }
}

const ConfirmMany = ({ alertIds, isDisabled, onDone }: ManyProps): ReactNode => {
  const { alerts, common, holds } = useTexts()
  const { orgId } = useOrg()
  const [isOpen, setIsOpen] = useState(false)
  const confirm = useAction('alertsBulk', 'confirm', changed, ({ outcomes }) =>
    toast(holds.confirmedOf({ done: count(outcomes, 'confirmed'), all: outcomes.length })),
  )
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    confirm.mutate(
      { orgId, alertIds: [...alertIds], ...commentOf(event.currentTarget) },
      {
        onSuccess: () => {
          setIsOpen(false)
          onDone()
        },
      },
    )
  }
  return (
    <>
      <Button variant="primary" disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {alerts.confirm}
      </Button>
      <Dialog title={holds.confirmMany} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{alerts.confirmHelp}</p>
          <TextArea name="comment" label={alerts.comment} hint={alerts.commentHelp} maxLength={commentMax} rows={3} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" disabled={confirm.isPending}>
              {alerts.confirm}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

const MuteMany = ({ alertIds, isDisabled, onDone }: ManyProps): ReactNode => {
  const zone = useOwnZone()
  const { alerts, common, holds } = useTexts()
  const { orgId } = useOrg()
  const [isOpen, setIsOpen] = useState(false)
  const [time, setTime] = useState<MuteTime>('hour')
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const mute = useAction('alertsBulk', 'mute', changed, ({ outcomes }) =>
    toast(holds.mutedOf({ done: count(outcomes, 'muted'), all: outcomes.length })),
  )
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const till = muteTill(time, typed, new Date(serverNow()), zone)
    setIsWrong(till === null)
    if (till === null) return
    mute.mutate(
      { orgId, alertIds: [...alertIds], till, ...commentOf(event.currentTarget) },
      {
        onSuccess: () => {
          setIsOpen(false)
          onDone()
        },
      },
    )
  }
  return (
    <>
      <Button disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {holds.mute}
      </Button>
      <Dialog title={holds.muteMany} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{holds.muteHelp}</p>
          <Choice
            label={holds.muteFor}
            value={time}
            options={muteTimes.map((one) => [one, holds.muteTimes[one]] as const)}
            onChange={setTime}
          />
          {time === 'other' && (
            <TextField
              type="datetime-local"
              label={holds.muteTill}
              value={typed}
              required
              error={isWrong ? holds.wrongTill : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <TextArea name="comment" label={alerts.comment} hint={alerts.commentHelp} maxLength={commentMax} rows={3} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" disabled={mute.isPending}>
              {holds.mute}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
