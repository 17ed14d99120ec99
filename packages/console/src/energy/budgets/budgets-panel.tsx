import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Target } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { Tree } from '../figures.ts'
import { BudgetStatus } from './budget-status.tsx'

/** How the months of all budgets of a tree stand. */
export const BudgetsPanel = ({ tree }: { tree: Tree }): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const budgets = useQuery(apiQuery('budgets', 'list', { treeId: tree.id }))
  const mayEdit = useHasRole('manager')
  const isEmpty = budgets.data?.length === 0
  if (isEmpty && !mayEdit) return null
  const link = (
    <Link to="/energy/$treeId/budgets" params={{ treeId: tree.id }} className={buttonClass()}>
      {texts.budgets}
    </Link>
  )
  return (
    <Panel title={texts.budgets} aside={!isEmpty && link}>
      <Loaded query={budgets}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={Target} title={texts.none} help={texts.noneHelp} action={link} />
          ) : (
            <ul className="grid gap-x-8 gap-y-4 px-4 pb-4 md:grid-cols-2">
              {list.map((budget) => (
                <li key={budget.id} className="flex min-w-0 flex-col gap-1">
                  <p className="truncate text-sm text-quiet">{budget.name}</p>
                  <BudgetStatus budget={budget} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
