import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { PolicySteps } from '../policy-steps.tsx'

export interface OutageFormProps {
  netId: number
  outage: AnswerOf<'alertSettings', 'netOutage'>
  onClose: () => void
}

const minutesMax = 1440

/** Who is told that a network is out, and after how long. */
export const OutageForm = ({ netId, outage, onClose }: OutageFormProps): ReactNode => {
  const { alertForm, common, contacts: people, outage: texts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const policies = useQuery(apiQuery('escalationPolicies', 'list', { orgId })).data ?? []
  const contacts = useQuery(apiQuery('contacts', 'list', { orgId })).data ?? []
  const groups = useQuery(apiQuery('contactGroups', 'list', { orgId })).data ?? []
  const [policyId, setPolicyId] = useState(outage.policyId ?? 0)
  const [minutes, setMinutes] = useState(String(outage.afterMinutes))
  const [isChecked, setIsChecked] = useState(false)
  const change = useAction('alertSettings', 'changeNetOutage', [['alertSettings'], ['alerts']], () =>
    toast(alertForm.saved),
  )
  const afterMinutes = Number(minutes)
  const isRight = Number.isInteger(afterMinutes) && afterMinutes >= 1 && afterMinutes <= minutesMax
  const policy = policies.find(({ id }) => id === policyId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    if (!isRight) return
    change.mutate({ netId, afterMinutes, policyId: policyId === 0 ? null : policyId }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!isManager} className="flex min-w-0 flex-col gap-4">
        <p className="text-quiet">{texts.help}</p>
        <NumberField
          label={texts.after}
          isWhole
          value={minutes}
          onChange={setMinutes}
          error={isChecked && !isRight ? alertForm.wrong.whole({ min: '1', max: String(minutesMax) }) : undefined}
        />
        <Choice<number>
          label={texts.who}
          value={policyId}
          options={[[0, texts.nobody], ...policies.map(({ id, name }) => [id, name] as const)]}
          onChange={setPolicyId}
        />
        {policy !== undefined && <PolicySteps policy={policy} contacts={contacts} groups={groups} />}
        {policies.length === 0 && <p className="text-quiet">{people.policiesHelp}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          {isManager && (
            <Button type="submit" variant="primary" isBusy={change.isPending}>
              {common.save}
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  )
}
