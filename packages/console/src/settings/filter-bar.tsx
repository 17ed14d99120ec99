import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { compareNames } from '../data/format/compare-names.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Checkbox, Choice, TextField } from '../ui/forms/fields.tsx'
import type { AuditSearch } from './search.rules.ts'

export interface AuditFilterBarProps {
  search: AuditSearch
  onChange: (search: AuditSearch) => void
}

/** By person, object, days, and unclear outcome. */
export const AuditFilterBar = ({ search, onChange }: AuditFilterBarProps): ReactNode => {
  const { audit } = useTexts()
  const { orgId } = useOrg()
  const members = useQuery(apiQuery('orgs', 'users', { orgId }))
  const { user = '', kind = '', object, from = '', till = '', unclear } = search
  const people = (members.data ?? []).map(({ userId, name }) => [String(userId), name] as const)
  const isKnown = user === '' || people.some(([id]) => id === user)
  const kinds = Object.entries(audit.kinds).toSorted(([, a], [, b]) => compareNames(a, b))
  const kindText = (name: string): string => (object === undefined ? name : `${name}, ${audit.one}`)
  const set = (changes: Partial<AuditSearch>): void => {
    const { page: _, ...filters } = search
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined && value !== '')
    onChange(Object.fromEntries(next))
  }
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <Choice
        label={audit.person}
        value={user}
        options={[['', audit.anyone], ...(isKnown ? [] : [[user, `#${user}`] as const]), ...people]}
        onChange={(next) => set({ user: next })}
      />
      <Choice
        label={audit.kind}
        value={kind}
        options={[
          ['', audit.anything],
          ...kinds.map(([id, name]) => [id, id === kind ? kindText(name) : name] as const),
        ]}
        onChange={(next) => set({ kind: next, object: undefined })}
      />
      <TextField type="date" label={audit.from} value={from} onChange={({ target }) => set({ from: target.value })} />
      <TextField type="date" label={audit.till} value={till} onChange={({ target }) => set({ till: target.value })} />
      <div className="flex min-h-8 items-center">
        <Checkbox
          label={audit.unclear}
          checked={unclear === true}
          onChange={({ target }) => set({ unclear: target.checked ? true : undefined })}
        />
      </div>
      {Object.keys(search).length > 0 && <Button onClick={() => onChange({})}>{audit.clear}</Button>}
    </div>
  )
}
