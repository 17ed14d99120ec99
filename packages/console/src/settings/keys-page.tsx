import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { refetchEvery } from '../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { NoPermission } from '../ui/feedback/no-permission.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { CopyField } from '../ui/forms/copy-field.tsx'
import { Page } from '../ui/layout/page.tsx'
import { DataTable } from '../ui/layout/table.tsx'
import type { CreatedKey } from './made.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useKeyColumns } from './use-key-columns.tsx'

/** What is used of a quota changes all the time. */
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
