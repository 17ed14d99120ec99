import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { toast } from '../ui/feedback/toasts.tsx'
import { TextArea } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'

const commentMax = 1000
const changed = [['alerts']] as const

interface Comment {
  comment?: string
}

type Confirmation = AnswerOf<'alerts', 'confirm'>

interface ConfirmAlertProps {
  alertId: number
  name: string
  className?: string
}

/** Confirms an alert, with a comment about what is done about it. */
export const ConfirmAlert = ({ alertId, name, className = '' }: ConfirmAlertProps): ReactNode => {
  const { mutate, isPending } = useAction('alerts', 'confirm', changed)
  return (
    <Confirm
      name={name}
      className={className}
      isPending={isPending}
      onConfirm={(comment, onSuccess) => mutate({ alertId, ...comment }, { onSuccess })}
    />
  )
}

/** The same of a network that is out. */
export const ConfirmOutage = ({ netId, name }: { netId: number; name: string }): ReactNode => {
  const { mutate, isPending } = useAction('alerts', 'confirmOutage', changed)
  return (
    <Confirm
      name={name}
      isPending={isPending}
      onConfirm={(comment, onSuccess) => mutate({ netId, ...comment }, { onSuccess })}
    />
  )
}

interface ConfirmProps {
  name: string
  className?: string
  isPending: boolean
  onConfirm: (comment: Comment, onSuccess: (answer: Confirmation) => void) => void
}

const Confirm = ({ name, className = '', isPending, onConfirm }: ConfirmProps): ReactNode => {
  const { alerts, common } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const comment = formText(new FormData(event.currentTarget), 'comment').trim()
    onConfirm({ ...(comment !== '' && { comment }) }, ({ confirmation }) => {
      setIsOpen(false)
      toast(alerts.confirmations[confirmation])
    })
  }
  return (
    <>
      <Button
        variant="primary"
        isChange
        icon={Check}
        className={className}
        aria-label={alerts.confirmOf({ name })}
        onClick={() => setIsOpen(true)}
      >
        {alerts.confirm}
      </Button>
      <Dialog title={alerts.confirmOf({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{alerts.confirmHelp}</p>
          <TextArea name="comment" label={alerts.comment} hint={alerts.commentHelp} maxLength={commentMax} rows={3} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" disabled={isPending}>
              {alerts.confirm}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
