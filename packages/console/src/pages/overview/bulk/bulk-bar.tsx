import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ParamsDialog } from './params-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

export interface BulkBarProps {
  deviceIds: readonly number[]
  onClear: () => void
}

const dialogs = {
  change: ChangeDialog,
  move: MoveDialog,
  tag: TagDialog,
  params: ParamsDialog,
  remove: DeleteDialog,
} as const
type BulkAction = keyof typeof dialogs

/** What can be done with the devices that are selected. */
export const BulkBar = ({ deviceIds, onClear }: BulkBarProps): ReactNode => {
  const { many } = useTexts()
  const [act, setAct] = useState<BulkAction | null>(null)
  const OpenDialog = act === null ? null : dialogs[act]
  const done = (): void => {
    setAct(null)
    onClear()
  }
  return (
    <div
      role="toolbar"
      aria-label={many.actions}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-selected px-4 py-2"
    >
      <span className="mr-2 text-sm font-medium" role="status">
        {many.selected({ count: deviceIds.length })}
      </span>
      {(['change', 'move', 'tag', 'params'] as const).map((one) => (
        <Button key={one} onClick={() => setAct(one)}>
          {many[one]}
        </Button>
      ))}
      <Button variant="danger" onClick={() => setAct('remove')}>
        {many.remove}
      </Button>
      <Button variant="quiet" onClick={onClear}>
        {many.clear}
      </Button>
      {OpenDialog !== null && <OpenDialog deviceIds={deviceIds} onClose={() => setAct(null)} onDone={done} />}
    </div>
  )
}
