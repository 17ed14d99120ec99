import { qrDrawing } from '@busbar/ui/qr'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo } from 'react'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { factorError } from '../../data/api/factor-error.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

export interface SetUpDialogProps {
  begun: AnswerOf<'secondFactor', 'begin'>
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** The app gets its secret, and shows by a code that it has it. */
export const SetUpDialog = ({ begun: { secret, uri }, onDone, onClose }: SetUpDialogProps): ReactNode => {
  const texts = useTexts()
  const { profile, common, signIn } = texts
  const confirm = useMutation({
    mutationFn: (code: string) => call('secondFactor', 'confirm', { code }),
    onSuccess: ({ recoveryCodes }) => {
      toast(profile.switchedOn)
      onDone(recoveryCodes)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    confirm.mutate(formText(new FormData(event.currentTarget), 'secondFactor'))
  }
  const isWrong = factorError(confirm.error) === 'wrong'
  return (
    <Dialog title={profile.factorTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p>{profile.scan}</p>
        <div className="flex justify-center">
          <QrCode text={uri} label={profile.qr} />
        </div>
        <div>
          <p className="text-quiet">{profile.typeSecret}</p>
          <p className="font-mono break-all select-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
        {confirm.isError && !isWrong && <Notice tone="critical">{errorText(texts, confirm.error)}</Notice>}
        <FactorField error={isWrong ? signIn.factorWrong : undefined} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={confirm.isPending}>
            {profile.switchOn}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Nothing for a text that is too long. */
const QrCode = ({ text, label }: { text: string; label: string }): ReactNode => {
  const drawing = useMemo(() => qrDrawing(text), [text])
  if (drawing === null) return null
  const { size, path } = drawing
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-part"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
