import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ask } from '../../api/ask.ts'
import { useMay, useOrg } from '../../api/use-org.tsx'
import { lastOrg } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CsvButton } from './csv-button.tsx'
import { TreeView } from './tree-view.tsx'

/** What a tree came to: where energy went, when, and what is not known of it. */
export const TreePage = (): ReactNode => {
  const { energy, energyEdit } = useTexts()
  const mayEdit = useMay('manager')
  const { treeId } = useParams({ from: '/shell/energy/$treeId' })
  const { orgId } = useOrg()
  const tree = useQuery(ask('trees', 'get', { treeId }))
  const owner = tree.data?.orgId
  useEffect(() => {
    if (owner !== undefined && owner !== orgId) lastOrg.set(owner)
  }, [owner, orgId])
  return (
    <Page
      title={tree.data?.name ?? energy.title}
      badge={tree.data && <span className="text-xs text-faint">{tree.data.timeZone}</span>}
      actions={
        tree.data && (
          <>
            {mayEdit && (
              <Link to="/energy/$treeId/edit" params={{ treeId }} className={buttonClass()}>
                <ListTree className="size-4 text-quiet" strokeWidth={1.75} aria-hidden="true" />
                {energyEdit.edit}
              </Link>
            )}
            <CsvButton tree={tree.data} />
          </>
        )
      }
    >
      <Loaded query={tree}>{(found) => <TreeView tree={found} />}</Loaded>
    </Page>
  )
}
