import { qrDrawing } from '@busbar/ui/qr'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { factorError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { IdentityDialog } from './identity-dialog.tsx'

type FactorDialog = { kind: 'begin' | 'renew' | 'off' } | { kind: 'scan'; begun: AnswerOf<'secondFactor', 'begin'> }

/** Codes of an app beside the password: off, being set up, or on with recovery codes. */
export const FactorPanel = (): ReactNode => {
  const { profile } = useTexts()
  const { time } = useFormat()
  const client = useQueryClient()
  const [open, setOpen] = useState<FactorDialog | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const factor = useQuery(apiQuery('secondFactor', 'get', {}))
  const close = (): void => setOpen(null)
  const show = (made: readonly string[]): Promise<void> => {
    close()
    setCodes(made)
    return client.invalidateQueries({ queryKey: ['secondFactor'] })
  }
  return (
    <Panel
      title={profile.factorTitle}
      badge={
        factor.data !== undefined && (
          <Badge tone={factor.data.isOn ? 'ok' : 'muted'}>
            {factor.data.isOn ? profile.factorOn : profile.factorOff}
          </Badge>
        )
      }
    >
      <Loaded query={factor}>
        {({ isOn, since = '', recoveryCodesLeft }) => (
          <div className="flex max-w-3xl flex-col gap-3 p-4 pt-1">
            <p className="text-quiet">{profile.factorHelp}</p>
            {isOn && (
              <p>{`${profile.factorSince({ when: time(since) })} ${profile.codesLeft({ count: recoveryCodesLeft })}.`}</p>
            )}
            {codes !== null && <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />}
            <div className="flex flex-wrap gap-2">
              {isOn ? (
                <>
                  <Button isChange onClick={() => setOpen({ kind: 'renew' })}>
                    {profile.renew}
                  </Button>
                  <Button isChange variant="danger" onClick={() => setOpen({ kind: 'off' })}>
                    {profile.switchOff}
                  </Button>
                </>
              ) : (
                <Button isChange variant="primary" onClick={() => setOpen({ kind: 'begin' })}>
                  {profile.setUp}
                </Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {open?.kind === 'begin' && (
        <IdentityDialog
          title={profile.factorTitle}
          help={profile.factorHelp}
          act={profile.goOn}
          send={async ({ password }) =>
            setOpen({ kind: 'scan', begun: await call('secondFactor', 'begin', { password }) })
          }
          onClose={close}
        />
      )}
      {open?.kind === 'scan' && <SetUpDialog begun={open.begun} onDone={show} onClose={close} />}
      {open?.kind === 'renew' && (
        <IdentityDialog
          title={profile.renew}
          help={profile.renewHelp}
          act={profile.renew}
          hasFactor
          send={async ({ password, secondFactor = '' }) =>
            show((await call('secondFactor', 'renewRecoveryCodes', { password, secondFactor })).recoveryCodes)
          }
          onClose={close}
        />
      )}
      {open?.kind === 'off' && (
        <IdentityDialog
          title={profile.switchOff}
          help={profile.switchOffHelp}
          act={profile.switchOff}
          hasFactor
          send={async ({ password, secondFactor = '' }) => {
            await call('secondFactor', 'remove', { password, secondFactor })
            toast(profile.switchedOff)
            await show([])
            setCodes(null)
          }}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  onStored: () => void
}

/** Shown once, when they are made. */
const RecoveryCodes = ({ codes, onStored }: RecoveryCodesProps): ReactNode => {
  const { profile } = useTexts()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <Notice tone="warning">
      <p className="font-medium">{profile.codesTitle}</p>
      <p>{profile.codesHelp}</p>
      <ul className="my-3 grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2" aria-label={profile.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass()} href={file} download="busbar-recovery-codes.txt">
          {profile.download}
        </a>
        <Button onClick={onStored}>{profile.codesStored}</Button>
      </div>
    </Notice>
  )
}

interface SetUpDialogProps {
  begun: AnswerOf<'secondFactor', 'begin'>
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** The app gets its secret, and shows by a code that it has it. */
const SetUpDialog = ({ begun: { secret, uri }, onDone, onClose }: SetUpDialogProps): ReactNode => {
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

/** Shows nothing for a text that is too long. */
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
