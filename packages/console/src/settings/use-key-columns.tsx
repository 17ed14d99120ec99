import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { ConfirmButton } from '../ui/actions/confirm-button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { toast } from '../ui/feedback/toasts.tsx'
import { Ago } from '../ui/layout/ago.tsx'
import type { Column } from '../ui/layout/table.tsx'

type Key = AnswerOf<'orgs', 'apiKeys'>[number]

/** From this part of its quota on a key is about to be refused. */
const nearPart = 0.8

export const useKeyColumns = (): readonly Column<Key>[] => {
  const { people, shell } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const endOf = ({ expiresOn }: Key): string => {
    if (expiresOn === undefined) return people.noEnd
    const when = moment(expiresOn, now)
    return Date.parse(expiresOn) <= now ? people.expired({ when }) : when
  }
  return [
    {
      id: 'name',
      title: people.key,
      share: 2,
      cell: ({ name, apiKey }) => (
        <>
          <span className="block truncate font-medium" title={name}>
            {name}
          </span>
          <span className="block truncate font-mono text-xs text-quiet" title={apiKey}>
            {apiKey}
          </span>
        </>
      ),
    },
    { id: 'role', title: people.role, phone: 'detail', cell: ({ role }) => shell.roles[role] },
    { id: 'used', title: people.lastUsed, from: 'tablet', cell: ({ lastUsedOn }) => <Ago iso={lastUsedOn} /> },
    { id: 'usage', title: people.usage, share: 1.4, phone: 'detail', cell: (key) => <Usage of={key} /> },
    { id: 'expires', title: people.expires, share: 1.1, from: 'desktop', cell: endOf },
    {
      id: 'withdraw',
      title: people.deleteKey,
      isTitleHidden: true,
      align: 'right',
      phone: 'action',
      cell: (key) => <Withdraw of={key} />,
    },
  ]
}

const Usage = ({ of: { usedPerMinute, effectiveQuota } }: { of: Key }): ReactNode => {
  const { people } = useTexts()
  const { number } = useFormat()
  if (effectiveQuota === 0) return <span className="text-quiet">{people.noLimit}</span>
  const part = Math.min(1, usedPerMinute / effectiveQuota)
  return (
    <span className="inline-flex w-full max-w-44 flex-col gap-1">
      <span className={part >= nearPart ? 'text-warning-text' : ''}>
        {people.usedOf({ used: number(usedPerMinute), most: number(effectiveQuota) })}
      </span>
      <span className="h-1 overflow-hidden rounded-full bg-pressed max-md:hidden" aria-hidden="true">
        <span
          className={`block h-full ${part >= nearPart ? 'bg-warning' : 'bg-edge'}`}
          style={{ width: `${part * 100}%` }}
        />
      </span>
    </span>
  )
}

const Withdraw = ({ of: { apiKey, name } }: { of: Key }): ReactNode => {
  const { people } = useTexts()
  const { orgId } = useOrg()
  const remove = useAction('orgs', 'deleteApiKey', [['orgs']])
  return (
    <ConfirmButton
      act={people.deleteKey}
      label={people.deleteKeyOf({ name })}
      question={people.deleteKeyQuestion({ name })}
      variant="danger"
      isBusy={remove.isPending}
      onConfirm={() =>
        // Its row is gone by then.
        void remove.mutateAsync({ orgId, apiKey }).then(
          () => toast(people.deletedKey({ name })),
          () => {},
        )
      }
    />
  )
}
