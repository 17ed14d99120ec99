import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Bell, BellOff, Plus, Target } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { lineOf } from '../editor/edit.rules.ts'
import { useDates } from '../figures/use-dates.ts'
import type { Tree } from '../figures.ts'
import { type Budget, budgetFields, newBudget, nextMonth } from './budget.rules.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import { BudgetStatus } from './budget-status.tsx'

/** What months are to come to, and how this one stands. */
export const BudgetsPage = (): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const { treeId } = useParams({ from: '/shell/energy/$treeId/budgets' })
  const tree = useQuery(apiQuery('trees', 'get', { treeId }))
  const budgets = useQuery(apiQuery('budgets', 'list', { treeId }))
  return (
    <Page
      title={texts.budgets}
      badge={<span className="text-sm text-quiet">{tree.data?.name}</span>}
      actions={
        <Link to="/energy/$treeId" params={{ treeId }} search={{}} className={buttonClass()}>
          {texts.back}
        </Link>
      }
    >
      <Loaded query={tree}>
        {(found) => <Loaded query={budgets}>{(list) => <Budgets tree={found} budgets={list} />}</Loaded>}
      </Loaded>
    </Page>
  )
}

const Budgets = ({ tree, budgets }: { tree: Tree; budgets: readonly Budget[] }): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const mayEdit = useHasRole('manager')
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  const create = useAction('budgets', 'create', [['budgets']])
  const change = useAction('budgets', 'change', [['budgets']])
  const close = { onSuccess: () => setEdited(null) }
  const button = mayEdit && (
    <Button icon={Plus} variant="primary" onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  return (
    <>
      {budgets.length === 0 ? (
        <Panel title={texts.budgets}>
          <EmptyState icon={Target} title={texts.none} help={texts.noneHelp} action={button} />
        </Panel>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-quiet">{texts.method}</p>
            {button}
          </div>
          <ul className="grid gap-4 wide:grid-cols-2">
            {budgets.map((budget) => (
              <BudgetCard key={budget.id} tree={tree} budget={budget} onEdit={() => setEdited(budget)} />
            ))}
          </ul>
        </>
      )}
      {edited !== null && (
        <BudgetDialog
          tree={tree}
          title={edited === 'new' ? texts.create : edited.name}
          budget={edited === 'new' ? newBudget(tree.name) : budgetFields(edited)}
          isBusy={create.isPending || change.isPending}
          onClose={() => setEdited(null)}
          onSave={(fields) =>
            edited === 'new'
              ? create.mutate({ treeId: tree.id, ...fields }, close)
              : change.mutate({ treeId: tree.id, budgetId: edited.id, ...fields }, close)
          }
        />
      )}
    </>
  )
}

interface BudgetCardProps {
  tree: Tree
  budget: Budget
  onEdit: () => void
}

const BudgetCard = ({ tree, budget, onEdit }: BudgetCardProps): ReactNode => {
  const { energyPlans: texts, energyEdit } = useTexts()
  const mayEdit = useHasRole('manager')
  const dates = useDates(tree.timeZone)
  const mute = useAction('budgets', 'mute', [['budgets']])
  const remove = useAction('budgets', 'delete', [['budgets']])
  const { id: budgetId, name, branchId, contactIds, mutedTill } = budget
  const key = { treeId: tree.id, budgetId }
  const branchPath = lineOf(tree, branchId).map((branch) => branch.name)
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div>
        <h2 className="text-base font-semibold">{name}</h2>
        <p className="text-xs text-faint">
          {[
            branchPath.length === 0 ? texts.wholeTree : branchPath.toReversed().join(' / '),
            contactIds.length === 0 ? texts.nobody : texts.told({ count: contactIds.length }),
            ...(mutedTill === null ? [] : [texts.muted({ day: dates.day(Date.parse(mutedTill)) })]),
          ].join(' · ')}
        </p>
      </div>
      <BudgetStatus budget={budget} />
      {mayEdit && (
        <div className="mt-auto flex flex-wrap gap-2">
          <Button onClick={onEdit}>{texts.change}</Button>
          <Button
            icon={mutedTill === null ? BellOff : Bell}
            isBusy={mute.isPending}
            onClick={() => mute.mutate({ ...key, till: mutedTill === null ? nextMonth(new Date(serverNow())) : null })}
          >
            {mutedTill === null ? texts.mute : texts.unmute}
          </Button>
          <ConfirmButton
            act={energyEdit.delete}
            variant="danger"
            question={texts.deleteQuestion}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate(key)}
          />
        </div>
      )}
    </li>
  )
}
