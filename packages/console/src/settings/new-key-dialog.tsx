import { type FormEvent, type ReactNode, useState } from 'react'
import { type Role, useOrg } from '../data/api/use-org.tsx'
import { serverNow } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { NumberField } from '../ui/forms/number-field.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import type { CreatedKey } from './made.ts'

const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'owner']
const dayMs = 86_400_000
const lifetimes = { month: 30, quarter: 90, year: 365, none: null } as const
type Lifetime = keyof typeof lifetimes

export const NewKeyDialog = (props: { onClose: () => void; onMade: (made: CreatedKey) => void }): ReactNode => {
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
