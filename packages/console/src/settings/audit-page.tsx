import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, History } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Pager } from '../alerting/pager.tsx'
import { apiQuery, call } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { compareNames } from '../data/format/compare-names.ts'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { RecordList } from '../ui/audit/record-list.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { NoPermission } from '../ui/feedback/no-permission.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Checkbox, Choice, TextField } from '../ui/forms/fields.tsx'
import { Page, Panel } from '../ui/layout/page.tsx'
import { type AuditSearch, auditFilters } from './search.rules.ts'

const itemsOnPage = 50

/** Audit log; the address contains the filters. */
export const AuditPage = (): ReactNode => {
  const { audit } = useTexts()
  const isManager = useHasRole('manager')
  return (
    <Page title={audit.title} facts={audit.facts} actions={isManager && <CsvButton />}>
      {isManager ? <Log /> : <NoPermission role="manager" />}
    </Page>
  )
}

const Log = (): ReactNode => {
  const { audit } = useTexts()
  const { orgId } = useOrg()
  const search = useSearch({ from: '/shell/settings-frame/settings/audit' })
  const navigate = useNavigate()
  const { page = 1 } = search
  const records = useQuery(apiQuery('audit', 'list', { orgId, page, itemsOnPage, ...auditFilters(search) }))
  const go = (next: AuditSearch): void => void navigate({ to: '/settings/audit', search: next, replace: true })
  const total = records.data?.totalRecords ?? 0
  const pages = Math.max(1, Math.ceil(total / itemsOnPage))
  return (
    <>
      <ChainState />
      <AuditFilterBar search={search} onChange={go} />
      <Panel
        title={audit.what}
        aside={records.data && <span className="text-sm text-quiet">{audit.records({ count: total })}</span>}
      >
        <Loaded query={records}>
          {({ records: found }) =>
            found.length === 0 ? (
              <EmptyState icon={History} title={audit.none} help={audit.noneHelp} />
            ) : (
              <RecordList label={audit.title} records={found} of={search.object} />
            )
          }
        </Loaded>
        <Pager page={page} pages={pages} label={audit.title} onPage={(next) => go({ ...search, page: next })} />
      </Panel>
    </>
  )
}

const ChainState = (): ReactNode => {
  const { audit, errors } = useTexts()
  const { number } = useFormat()
  const { orgId } = useOrg()
  const chain = useChain(orgId, true)
  if (chain.state === 'broken') {
    return (
      <Notice tone="critical">
        <p className="font-medium">{audit.broken({ id: number(chain.id) })}</p>
        <p>{audit.brokenHelp}</p>
      </Notice>
    )
  }
  return (
    <p role="status">
      {chain.state === 'whole' && <Badge tone="ok">{audit.whole({ id: number(chain.lastId) })}</Badge>}
      {chain.state === 'checking' && <Badge tone="muted">{audit.checking({ count: number(chain.checked) })}</Badge>}
      {chain.state === 'unknown' && <Badge tone="unknown">{errors.unknown}</Badge>}
    </p>
  )
}

const CsvButton = (): ReactNode => {
  const texts = useTexts()
  const { orgId, orgName } = useOrg()
  const search = useSearch({ from: '/shell/settings-frame/settings/audit' })
  const save = useMutation({
    mutationFn: async () => {
      const table = await call('audit', 'csv', { orgId, ...auditFilters(search) })
      const url = URL.createObjectURL(await table.blob())
      const link = document.createElement('a')
      link.href = url
      link.download = `${orgName}-audit.csv`
      link.click()
      // The browser has taken it by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <Button icon={Download} isBusy={save.isPending} onClick={() => save.mutate()}>
      {texts.audit.csv}
    </Button>
  )
}

/** How far the chain of records was checked. */
type ChainCheck =
  | { state: 'checking'; checked: number }
  | { state: 'whole'; lastId: number }
  | { state: 'broken'; id: number }
  | { state: 'unknown' }

/** Has the chain of an organization checked, part by part, each time the page is opened. */
const useChain = (orgId: number, isOn: boolean): ChainCheck => {
  const [chain, setChain] = useState<ChainCheck>({ state: 'checking', checked: 0 })
  useEffect(() => {
    if (!isOn) return undefined
    const abort = new AbortController()
    void check(orgId, abort.signal, setChain)
    return () => abort.abort()
  }, [orgId, isOn])
  return chain
}

const check = async (orgId: number, signal: AbortSignal, onProgress: (chain: ChainCheck) => void): Promise<void> => {
  try {
    for (let afterId = 0, checked = 0; ; ) {
      // Throws when the page is gone.
      const part = await call('audit', 'verify', { orgId, afterId }, signal)
      if (part.brokenId !== undefined) return onProgress({ state: 'broken', id: part.brokenId })
      if (part.isEnd) return onProgress({ state: 'whole', lastId: part.lastId })
      checked += part.checkedRecords
      afterId = part.lastId
      onProgress({ state: 'checking', checked })
    }
  } catch {
    if (!signal.aborted) onProgress({ state: 'unknown' })
  }
}

interface AuditFilterBarProps {
  search: AuditSearch
  onChange: (search: AuditSearch) => void
}

/** Filters by user, object, date and unclear outcome. */
const AuditFilterBar = ({ search, onChange }: AuditFilterBarProps): ReactNode => {
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
