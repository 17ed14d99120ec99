import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../api/api-query.ts'
import { useHasRole, useOrg } from '../../api/use-org.tsx'
import { useAmount } from '../../figures/use-amount.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { NewTree } from './edit/new-tree.tsx'

/** The energy trees of the organization. */
export const EnergyPage = (): ReactNode => {
  const { energy } = useTexts()
  const { orgId } = useOrg()
  const mayEdit = useHasRole('manager')
  const trees = useQuery(apiQuery('trees', 'list', { orgId }))
  return (
    <Page title={energy.title} actions={mayEdit && (trees.data?.length ?? 0) > 0 && <NewTree />}>
      <Loaded query={trees}>
        {(list) =>
          list.length === 0 ? (
            <Panel title={energy.trees}>
              <EmptyState
                icon={ListTree}
                title={energy.noTree}
                help={energy.noTreeHelp}
                action={mayEdit && <NewTree />}
              />
            </Panel>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {list.map((tree) => (
                <TreeCard key={tree.id} {...tree} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

interface TreeCardProps {
  id: string
  name: string
  timeZone: string
}

/** A tree with what it came to this month. */
const TreeCard = ({ id, name, timeZone }: TreeCardProps): ReactNode => {
  const { energy } = useTexts()
  const { amount } = useAmount()
  const month = useQuery(apiQuery('treeEnergy', 'treeLast', { treeId: id, cadence: 'month' }))
  const span = { from: new Date(month.data?.from ?? 0), till: new Date(month.data?.till ?? 1) }
  const units = useQuery({
    ...apiQuery('treeProfiles', 'history', { treeId: id, cadence: 'month', ...span, levels: 0 }),
    enabled: month.data !== undefined,
  })
  const [whole] = units.data?.branches ?? []
  return (
    <li className="relative flex flex-col gap-1.5 rounded-card border border-line bg-surface p-4 hover:bg-hover">
      <Link
        to="/energy/$treeId"
        params={{ treeId: id }}
        search={{}}
        className="min-w-0 text-base font-semibold after:absolute after:inset-0 after:rounded-card"
      >
        <ShortName name={name} />
      </Link>
      <p className="text-xs text-faint">{timeZone}</p>
      {month.isError || units.isError ? (
        <p className="text-sm text-unknown-text">{energy.notLoaded}</p>
      ) : month.data === undefined || whole === undefined ? (
        <Skeleton className="h-7 w-28" />
      ) : (
        <>
          <Value text={amount(month.data.energy, whole.unit)} size="card" />
          <p className="text-xs text-faint">
            {`${energy.thisMonth} · ${energy.sensorsOf({ known: month.data.sensorsReported, all: month.data.sensorsTotal })}`}
          </p>
          {month.data.setAside.length > 0 && (
            <p className="text-xs text-warning-text">{energy.setAsideTitle({ count: month.data.setAside.length })}</p>
          )}
        </>
      )}
    </li>
  )
}
