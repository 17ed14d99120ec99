import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'

export interface PolicyStepsProps {
  policy: AnswerOf<'escalationPolicies', 'list'>[number]
  contacts: readonly AnswerOf<'contacts', 'list'>[number][]
  groups: readonly AnswerOf<'contactGroups', 'list'>[number][]
}

/** Who is notified when, in plain words. */
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
