import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Panel } from '../../ui/layout/page.tsx'

export interface PeoplePanelProps {
  title: string
  help: string
  none: string
  addText: string
  onAdd: () => void
  /** There is nothing yet to make it of. */
  isAddDisabled?: boolean
  children: readonly ReactNode[]
}

/** List of the page; each row has its actions. */
export const PeoplePanel = (props: PeoplePanelProps): ReactNode => {
  const { title, help, none, addText, onAdd, isAddDisabled = false, children } = props
  const mayChange = useHasRole('manager')
  const add = mayChange && (
    <Button disabled={isAddDisabled} onClick={onAdd}>
      {addText}
    </Button>
  )
  return (
    <Panel title={title} aside={add}>
      {children.length === 0 ? (
        <EmptyState title={none} help={help} />
      ) : (
        <ul aria-label={title} className="flex flex-col">
          {children}
        </ul>
      )}
    </Panel>
  )
}

/** Row with its content on the left and its actions on the right. */
export const PeopleRow = ({ children, actions }: { children: ReactNode; actions: ReactNode }): ReactNode => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3 last:border-b-0">
    <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
    {actions}
  </li>
)

interface RowActionsProps {
  name: string
  onEdit: () => void
  onDelete: () => void
  isBusy: boolean
  /** Objects that use it; while there are any, it cannot be deleted. */
  uses: readonly string[]
}

/** For who may change it. */
export const RowActions = ({ name, onEdit, onDelete, isBusy, uses }: RowActionsProps): ReactNode => {
  const { contacts: texts, alertForm } = useTexts()
  const mayChange = useHasRole('manager')
  if (!mayChange) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {uses.length > 0 && <span className="text-sm text-quiet">{texts.usedBy({ names: uses.join(', ') })}</span>}
      <Button aria-label={texts.editOf({ name })} onClick={onEdit}>
        {texts.edit}
      </Button>
      {uses.length === 0 && (
        <ConfirmButton
          act={alertForm.delete}
          variant="danger"
          question={texts.deleteQuestion({ name })}
          isBusy={isBusy}
          onConfirm={onDelete}
        />
      )}
    </div>
  )
}
