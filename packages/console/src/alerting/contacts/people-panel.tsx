import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { Button } from '../../ui/actions/button.tsx'
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

/** One of the lists of the page, each row with what can be done to it. */
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

/** What it is on the left, what can be done on the right. */
export const PeopleRow = ({ children, actions }: { children: ReactNode; actions: ReactNode }): ReactNode => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3 last:border-b-0">
    <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
    {actions}
  </li>
)
