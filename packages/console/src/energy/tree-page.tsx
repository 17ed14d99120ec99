import { saveFile } from '@busbar/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Download, ListTree } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { apiQuery, call } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { lastOrg } from '../data/state/preferences.ts'
import { serverNow } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Page } from '../ui/layout/page.tsx'
import { cadenceOf, dayAt, periodOf, startOfDay } from './figures/period.rules.ts'
import type { Tree } from './figures.ts'
import { TreeView } from './tree-view.tsx'

/** Energy of a tree: by branch, by time, and what is unknown. */
export const TreePage = (): ReactNode => {
  const { energy, energyEdit } = useTexts()
  const mayEdit = useHasRole('manager')
  const { treeId } = useParams({ from: '/shell/energy/$treeId' })
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('trees', 'get', { treeId }))
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

/** Saves what the page shows as a table of all branches. */
const CsvButton = ({ tree: { id, timeZone, name } }: { tree: Tree }): ReactNode => {
  const texts = useTexts()
  const search = useSearch({ from: '/shell/energy/$treeId' })
  const save = useMutation({
    mutationFn: async () => {
      const period = periodOf(search, dayAt(timeZone, serverNow()))
      const [from, till] = [period.from, period.till].map((day) => new Date(startOfDay(timeZone, day)))
      const table = await call('treeEnergy', 'csv', {
        treeId: id,
        from,
        till,
        cadence: cadenceOf(period, search.by),
        ...(search.unit === 'converted' && { converted: true }),
      })
      saveFile(await table.blob(), `${name}-${period.from}.csv`)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <Button icon={Download} isBusy={save.isPending} onClick={() => save.mutate()}>
      {texts.energy.csv}
    </Button>
  )
}
