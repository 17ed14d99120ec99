import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { PolicySteps } from '../policy-choice.tsx'
import { QuietForm } from '../quiet-form.tsx'

/** Mute times and outage notifications of each network. */
export const NetsPanel = (): ReactNode => {
  const { quiet: texts } = useTexts()
  const { orgId } = useOrg()
  const nets = useQuery(apiQuery('alertSettings', 'nets', { orgId }))
  const maySee = useHasRole('operator')
  const policies = useQuery({ ...apiQuery('escalationPolicies', 'list', { orgId }), enabled: maySee }).data
  return (
    <Panel title={texts.nets}>
      <p className="px-4 pb-3 text-sm text-quiet">{texts.netsHelp}</p>
      <Loaded query={nets}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={texts.noNets} />
          ) : (
            <ul aria-label={texts.nets} className="border-t border-line">
              {found.map((net) => (
                <NetRow
                  key={net.netId}
                  net={net}
                  policy={policies?.find(({ id }) => id === net.policyId)?.name}
                  maySee={maySee}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

interface NetRowProps {
  net: AnswerOf<'alertSettings', 'nets'>[number]
  /** Its name; undefined until it is known. */
  policy: string | undefined
  /** Set if the user may see contacts and policies. */
  maySee: boolean
}

const NetRow = ({ net, policy, maySee }: NetRowProps): ReactNode => {
  const { quiet: texts, outage } = useTexts()
  const { netId, name, isLimited, windowCount, afterMinutes, policyId } = net
  const words = [
    isLimited ? texts.atHours : texts.always,
    ...(windowCount === 0 ? [] : [texts.windowCount({ count: windowCount })]),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0">
      <div className="min-w-40 flex-1">
        <Link
          to="/nets/$id"
          params={{ id: netId }}
          className="font-medium break-words underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="text-quiet">{words.join(', ')}</p>
        <p className="text-quiet">
          {policyId === undefined
            ? outage.nobody
            : outage.told({ policy: policy ?? `#${policyId}`, minutes: afterMinutes })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <QuietDialog netId={netId} name={name} />
        {maySee && <OutageDialog netId={netId} name={name} />}
      </div>
    </li>
  )
}

const QuietDialog = ({ netId, name }: { netId: number; name: string }): ReactNode => {
  const { alertForm, quiet: texts } = useTexts()
  const isManager = useHasRole('manager')
  const [isOpen, setIsOpen] = useState(false)
  const quiet = useQuery({ ...apiQuery('alertSettings', 'netQuiet', { netId }), enabled: isOpen })
  const change = useAction('alertSettings', 'changeNetQuiet', [['alertSettings'], ['alerts']], () =>
    toast(alertForm.saved),
  )
  return (
    <>
      <Button aria-label={texts.timesOf({ name })} onClick={() => setIsOpen(true)}>
        {texts.times}
      </Button>
      <Dialog title={texts.timesOf({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Loaded query={quiet}>
          {(found) => (
            <QuietForm
              quiet={found}
              isDisabled={!isManager}
              isBusy={change.isPending}
              onSave={(fields, onSaved) =>
                change.mutate(
                  { netId, ...fields },
                  {
                    onSuccess: () => {
                      onSaved()
                      setIsOpen(false)
                    },
                  },
                )
              }
            />
          )}
        </Loaded>
      </Dialog>
    </>
  )
}

const OutageDialog = ({ netId, name }: { netId: number; name: string }): ReactNode => {
  const { outage: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const outage = useQuery({ ...apiQuery('alertSettings', 'netOutage', { netId }), enabled: isOpen })
  return (
    <>
      <Button aria-label={texts.of({ name })} onClick={() => setIsOpen(true)}>
        {texts.act}
      </Button>
      <Dialog title={texts.of({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Loaded query={outage}>
          {(found) => <OutageForm netId={netId} outage={found} onClose={() => setIsOpen(false)} />}
        </Loaded>
      </Dialog>
    </>
  )
}

interface OutageFormProps {
  netId: number
  outage: AnswerOf<'alertSettings', 'netOutage'>
  onClose: () => void
}

const minutesMax = 1440

/** Recipients of the outage of a network, and the delay. */
const OutageForm = ({ netId, outage, onClose }: OutageFormProps): ReactNode => {
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
