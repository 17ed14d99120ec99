import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Radio } from '../../ui/forms/fields.tsx'
import type { AlertTemplate } from './template-draft.rules.ts'

/** What can be done to a template as a whole. */
export const TemplateActions = ({ template: { id, name, isEnabled } }: { template: AlertTemplate }): ReactNode => {
  const { alertForm } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const change = useAction('alertTemplates', 'changeDisable', [['alertTemplates'], ['alerts']])
  const turn = (enabled: boolean): void => change.mutate({ orgId, alertTemplateId: id, enabled })
  if (!isManager) return null
  return (
    <>
      {isEnabled ? (
        <ConfirmButton
          act={alertForm.switchOff}
          question={alertForm.switchOffQuestion}
          isBusy={change.isPending}
          onConfirm={() => turn(false)}
        />
      ) : (
        <Button disabled={change.isPending} onClick={() => turn(true)}>
          {alertForm.switchOn}
        </Button>
      )}
      <DeleteTemplate id={id} name={name} />
    </>
  )
}

/** Asks what becomes of the alerts that it has made. */
const DeleteTemplate = ({ id, name }: { id: number; name: string }): ReactNode => {
  const { alertForm, alertTemplates: texts, common } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [alerts, setAlerts] = useState<'delete' | 'keep'>('keep')
  const remove = useAction('alertTemplates', 'delete', [['alertTemplates', 'list'], ['alerts']], () =>
    toast(alertForm.deleted({ name })),
  )
  const onDelete = (): void =>
    remove.mutate(
      { orgId, alertTemplateId: id, alerts },
      {
        onSuccess: () => void navigate({ to: '/alerts/all', ignoreBlocker: true }),
      },
    )
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        {alertForm.delete}
      </Button>
      <Dialog title={texts.deleteOf({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2">{texts.whatOfAlerts}</legend>
          {(['keep', 'delete'] as const).map((one) => (
            <Radio
              key={one}
              name="alerts"
              label={texts.fates[one]}
              hint={texts.fateHelp[one]}
              checked={alerts === one}
              onChange={() => setAlerts(one)}
            />
          ))}
        </fieldset>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={onDelete}>
            {alertForm.delete}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
