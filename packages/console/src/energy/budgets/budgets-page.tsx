import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Bell, BellOff, Plus, Target } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { PickedList } from '../../ui/forms/picked-list.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { branchOptions, lineOf } from '../editor/edit.rules.ts'
import { useDates } from '../figures/energy-format.ts'
import type { Tree } from '../figures.ts'
import {
  type Budget,
  budgetFields,
  monthCount,
  type NewBudgetFields,
  newBudget,
  nextMonth,
  planOf,
} from './budget.rules.ts'
import { BudgetStatus } from './budget-status.tsx'

/** Monthly budgets and the current state. */
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

interface BudgetDialogProps {
  tree: Tree
  title: string
  budget: NewBudgetFields
  isBusy: boolean
  onSave: (budget: NewBudgetFields) => void
  onClose: () => void
}

/** Monthly amounts and recipients of a budget. */
const BudgetDialog = ({ tree, title, budget, isBusy, onSave, onClose }: BudgetDialogProps): ReactNode => {
  const { energyPlans: texts, common } = useTexts()
  const [draft, setDraft] = useState(budget)
  const [typed, setTyped] = useState<readonly string[]>(budget.months)
  const months = typed.map(planOf)
  const isWrong = months.includes(null)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!isWrong) onSave({ ...draft, months: months.map((month) => month ?? '0') })
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={common.name}
          value={draft.name}
          maxLength={200}
          pattern=".*\S.*"
          required
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <Choice
          label={texts.branch}
          value={draft.branchId ?? ''}
          options={[['', texts.wholeTree], ...branchOptions(tree)]}
          onChange={(id) => setDraft({ ...draft, branchId: id === '' ? null : id })}
        />
        <Segmented
          label={texts.planOf}
          value={draft.planOf}
          options={[
            ['amount', texts.plansOf.amount],
            ['cost', texts.plansOf.cost],
          ]}
          onChange={(of) => setDraft({ ...draft, planOf: of })}
        />
        <MonthFields typed={typed} onChange={setTyped} error={isWrong ? texts.wrongNumber : undefined} />
        <NumberField
          label={texts.tolerance}
          isWhole
          min={0}
          max={100}
          required
          value={draft.tolerancePercent}
          onChange={(value) => setDraft({ ...draft, tolerancePercent: value === '' ? Number.NaN : Number(value) })}
        />
        <Contacts draft={draft} onChange={(contactIds) => setDraft({ ...draft, contactIds })} />
        <p className="text-sm text-quiet">{texts.method}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={isWrong}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface MonthFieldsProps {
  typed: readonly string[]
  error: string | undefined
  onChange: (typed: readonly string[]) => void
}

const MonthFields = ({ typed, error, onChange }: MonthFieldsProps): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const language = useLanguage()
  const name = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{texts.months}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {typed.map((text, at) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: a month is known by its place
            key={at}
            label={name.format(Date.UTC(2026, at))}
            value={text}
            onChange={(value) => onChange(typed.map((one, place) => (place === at ? value : one)))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => onChange(Array.from({ length: monthCount }, () => typed[0] ?? '0'))}>
          {texts.sameForAll}
        </Button>
        <span className="text-xs text-faint">{texts.noPlan}</span>
      </div>
      {error !== undefined && <p className="text-sm text-critical-text">{error}</p>}
    </fieldset>
  )
}

const Contacts = ({
  draft,
  onChange,
}: {
  draft: NewBudgetFields
  onChange: (contactIds: number[]) => void
}): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const { orgId } = useOrg()
  const contacts = useQuery(apiQuery('contacts', 'list', { orgId }))
  const options = (contacts.data ?? []).map(({ id, name }) => [String(id), name] as const)
  return (
    <PickedList
      label={texts.contacts}
      addLabel={texts.addContact}
      removeText={texts.removeContact}
      groups={[[texts.contactGroup, options]]}
      picked={draft.contactIds.map(String)}
      onChange={(picked) => onChange(picked.map(Number))}
    />
  )
}
