import { dateOfText, wallText } from '@busbar/ui/wall-time'
import { type ReactNode, useState } from 'react'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const monthMs = 30 * 86_400_000

/** Recomputes what trees have kept of a counter, after readings came late or what is known of the meter changed. */
export const RecomputeForm = ({ paramId }: { paramId: number }): ReactNode => {
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
