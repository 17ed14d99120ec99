import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'

export interface RowActionsProps {
  name: string
  onEdit: () => void
  onDelete: () => void
  isBusy: boolean
  /** What names it; as long as there is anything, it stays. */
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
