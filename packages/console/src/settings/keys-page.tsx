import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { refetchEvery } from '../data/api/refetch-every.ts'
import { type Role, useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { serverNow } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { ConfirmButton } from '../ui/actions/confirm-button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { NoPermission } from '../ui/feedback/no-permission.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { CopyField } from '../ui/forms/copy-field.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { NumberField } from '../ui/forms/number-field.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { Ago } from '../ui/layout/ago.tsx'
import { Page } from '../ui/layout/page.tsx'
import { type Column, DataTable } from '../ui/layout/table.tsx'

/** Quota usage changes all the time. */
const refetchMs = 5000

/** Keys with which programs come in. */
export const KeysPage = (): ReactNode => {
  const { people } = useTexts()
  const isOwner = useHasRole('owner')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<CreatedKey | null>(null)
  const make = isOwner && (
    <Button variant="primary" icon={Plus} isChange onClick={() => setIsMaking(true)}>
      {people.newKey}
    </Button>
  )
  return (
    <Page title={people.keysTitle} facts={people.keysHelp} actions={make}>
      {made !== null && <MadeKey key={made.apiKey} made={made} onStored={() => setMade(null)} />}
      {isOwner ? <Keys /> : <NoPermission role="owner" />}
      {isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} onMade={setMade} />}
    </Page>
  )
}

const Keys = (): ReactNode => {
  const { people } = useTexts()
  const { orgId } = useOrg()
  const keys = useQuery({ ...apiQuery('orgs', 'apiKeys', { orgId }), refetchInterval: refetchEvery(refetchMs) })
  const columns = useKeyColumns()
  return (
    <Loaded query={keys}>
      {(all) => (
        <section
          aria-label={people.keysTitle}
          className="min-w-0 overflow-clip rounded-card border border-line bg-surface"
        >
          {all.length === 0 ? (
            <EmptyState icon={KeyRound} title={people.noKeys} help={people.noKeysHelp} />
          ) : (
            <DataTable
              label={people.keysTitle}
              rows={all}
              columns={columns}
              rowKey={({ apiKey }) => apiKey}
              rowPx={52}
              phoneRowPx={72}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}

/** A key that was just made, with what it takes to try it. */
const MadeKey = ({ made, onStored }: { made: CreatedKey; onStored: () => void }): ReactNode => {
  const { people } = useTexts()
  const { name, apiKey, password } = made
  const body = JSON.stringify({ apiKey, password })
  const line = `curl -s ${location.origin}/api/v1/authenticate/ -H 'Content-Type: application/json' -d '${body}'`
  return (
    <Notice>
      <p className="font-medium">{people.keyMade({ name })}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-2 md:grid-cols-[max-content_minmax(0,1fr)] md:items-center">
        <dt>{people.key}</dt>
        <dd>
          <CopyField label={people.key} value={apiKey} />
        </dd>
        <dt>{people.keyPassword}</dt>
        <dd>
          <CopyField label={people.keyPassword} value={password} />
        </dd>
        <dt>curl</dt>
        <dd>
          <CopyField label={people.curl} value={line} />
        </dd>
      </dl>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-quiet">{people.curl}</p>
        <Button onClick={onStored}>{people.stored}</Button>
      </div>
    </Notice>
  )
}

const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'owner']
const dayMs = 86_400_000
const lifetimes = { month: 30, quarter: 90, year: 365, none: null } as const
type Lifetime = keyof typeof lifetimes

const NewKeyDialog = (props: { onClose: () => void; onMade: (made: CreatedKey) => void }): ReactNode => {
  const { onClose, onMade } = props
  const { people, shell, common } = useTexts()
  const { orgId } = useOrg()
  const [role, setRole] = useState<Role>('viewer')
  const [lifetime, setLifetime] = useState<Lifetime>('year')
  const create = useAction('orgs', 'createApiKey', [['orgs']], (made, { name }) => onMade({ ...made, name }))
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = formText(form, 'name').trim()
    const quota = formText(form, 'quota')
    const days = lifetimes[lifetime]
    create.mutate(
      {
        orgId,
        name,
        role,
        quotaPerMinute: quota === '' ? null : Number(quota),
        ...(days !== null && { expiresOn: new Date(serverNow() + days * dayMs) }),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog title={people.newKey} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          name="name"
          label={people.keyName}
          placeholder={people.keyNamePlaceholder}
          maxLength={200}
          pattern=".*\S.*"
          autoComplete="off"
          required
        />
        <Choice
          label={people.role}
          value={role}
          options={roles.map((one) => [one, shell.roles[one]] as const)}
          onChange={setRole}
        />
        <p className="-mt-2 text-xs text-faint">{people.roleHelp[role]}</p>
        <Choice
          label={people.expires}
          value={lifetime}
          options={(Object.keys(lifetimes) as Lifetime[]).map((one) => [one, people.lifetimes[one]] as const)}
          onChange={setLifetime}
        />
        <NumberField name="quota" label={people.quota} hint={people.quotaHint} isWhole min={0} max={1_000_000} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            {people.makeKey}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A key that was just made, by the name that it was given. */
type CreatedKey = AnswerOf<'orgs', 'createApiKey'> & { name: string }

type Key = AnswerOf<'orgs', 'apiKeys'>[number]

/** From this part of its quota on a key is about to be refused. */
const nearPart = 0.8

const useKeyColumns = (): readonly Column<Key>[] => {
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
