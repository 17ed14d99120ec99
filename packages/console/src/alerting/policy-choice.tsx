import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Choice } from '../ui/forms/fields.tsx'

export interface PolicyChoiceProps {
  /** 0: none. */
  policyId: number
  onChange: (policyId: number) => void
  error: string | undefined
  help: string
}

/** The policy by which contacts are notified besides the actions, with its steps in plain words. */
export const PolicyChoice = (props: PolicyChoiceProps): ReactNode => {
  const mayRead = useHasRole('operator')
  return mayRead ? <KnownPolicies {...props} /> : null
}

const KnownPolicies = ({ policyId, onChange, error, help }: PolicyChoiceProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const { orgId } = useOrg()
  const contacts = useQuery(apiQuery('contacts', 'list', { orgId }))
  const groups = useQuery(apiQuery('contactGroups', 'list', { orgId }))
  const policies = useQuery(apiQuery('escalationPolicies', 'list', { orgId }))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="float-left w-full text-sm font-semibold">{texts.policy}</legend>
      <p className="clear-both text-sm text-quiet">{help}</p>
      <Loaded query={policies}>
        {(all) => {
          const chosen = all.find(({ id }) => id === policyId)
          return (
            <>
              <Choice<number>
                label={texts.policy}
                isLabelHidden
                value={policyId}
                options={[[0, texts.noPolicy], ...all.map(({ id, name }) => [id, name] as const)]}
                onChange={onChange}
              />
              {error !== undefined && <p className="text-sm text-critical-text">{error}</p>}
              {chosen && contacts.data && groups.data && (
                <PolicySteps policy={chosen} contacts={contacts.data} groups={groups.data} />
              )}
            </>
          )
        }}
      </Loaded>
    </fieldset>
  )
}

interface PolicyStepsProps {
  policy: AnswerOf<'escalationPolicies', 'list'>[number]
  contacts: readonly AnswerOf<'contacts', 'list'>[number][]
  groups: readonly AnswerOf<'contactGroups', 'list'>[number][]
}

/** Describes the steps of a policy in plain words. */
export const PolicySteps = ({ policy, contacts, groups }: PolicyStepsProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const names = ({ contactIds, groupIds }: (typeof policy.steps)[number]): string =>
    [
      ...contactIds.map((id) => contacts.find((one) => one.id === id)?.name ?? '?'),
      ...groupIds.map((id) => texts.onDutyIn({ group: groups.find((one) => one.id === id)?.name ?? '?' })),
    ].join(', ')
  return (
    <>
      <ol className="flex list-inside list-decimal flex-col gap-1 text-sm">
        {policy.steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <li key={place}>
            {step.afterMinutes === 0 ? texts.atOnce : texts.after({ count: step.afterMinutes })}: {names(step)}
          </li>
        ))}
      </ol>
      <p className="text-sm text-quiet">
        {policy.repeatMinutes === undefined
          ? texts.oneRound
          : texts.repeats({ every: policy.repeatMinutes, rounds: policy.rounds })}
      </p>
    </>
  )
}
