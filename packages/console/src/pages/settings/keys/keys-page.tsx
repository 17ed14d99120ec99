import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { refetchEvery } from '../../../api/refetch-every.ts'
import { useMay, useOrg } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { DataTable } from '../../../ui/layout/table.tsx'
import type { CreatedKey } from './made.ts'
import { MadeKey } from './made-key.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useKeyColumns } from './use-key-columns.tsx'

/** What is used of a quota changes all the time. */
const refetchMs = 5000

/** Keys with which programs come in. */
export const KeysPage = (): ReactNode => {
  const { people } = useTexts()
  const isOwner = useMay('owner')
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
  const keys = useQuery({ ...ask('orgs', 'apiKeys', { orgId }), refetchInterval: refetchEvery(refetchMs) })
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
