import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAct } from '../../ui/actions/use-act.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText, useChangedForm } from '../../ui/forms/settings-form.tsx'
import type { BoardData, BoardSource } from './use-board.ts'

export interface BoardSettingsProps {
  /** Null: the default one, which has no name and is never deleted. */
  dashboardId: number | null
  title: string
  data: BoardData
  onChange: BoardSource['change']
}

/** How a dashboard looks, and how often its values are asked. */
export const BoardSettings = ({ dashboardId, title, data, onChange }: BoardSettingsProps): ReactNode => {
  const { dashboards } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setIsOpen(false)
    void onChange({
      settings: { columns: Number(formText(form, 'columns')), refreshSec: Number(formText(form, 'refreshSec')) },
      ...(dashboardId !== null && { name: formText(form, 'name').trim() }),
    })
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{dashboards.settings}</Button>
      <Dialog title={dashboards.settings} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <BoardForm dashboardId={dashboardId} title={title} data={data} onSubmit={submit} />
      </Dialog>
    </>
  )
}

interface BoardFormProps extends Omit<BoardSettingsProps, 'onChange'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

const BoardForm = ({ dashboardId, title, data, onSubmit }: BoardFormProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const { ref, onChange } = useChangedForm()
  const { columns, refreshSec } = data.settings
  return (
    <form ref={ref} onChange={onChange} onSubmit={onSubmit} className="flex flex-col gap-4">
      {dashboardId !== null && (
        <TextField name="name" label={common.name} defaultValue={title} maxLength={200} pattern=".*\S.*" required />
      )}
      <TextField
        name="columns"
        label={dashboards.columns}
        hint={dashboards.columnsHelp}
        type="number"
        min={1}
        max={12}
        defaultValue={columns}
        required
      />
      <TextField
        name="refreshSec"
        label={dashboards.refresh}
        hint={dashboards.refreshHelp}
        type="number"
        min={5}
        max={3600}
        defaultValue={refreshSec}
        required
      />
      <div className="flex flex-wrap justify-end gap-2">
        {dashboardId !== null && <DeleteBoard dashboardId={dashboardId} />}
        <Button type="submit" variant="primary">
          {common.save}
        </Button>
      </div>
    </form>
  )
}

const DeleteBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { dashboards } = useTexts()
  const navigate = useNavigate()
  const remove = useAct('dashboards', 'delete', [['dashboards', 'list']])
  return (
    <ConfirmButton
      act={dashboards.delete}
      question={dashboards.deleteQuestion}
      variant="danger"
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate({ dashboardId }, { onSuccess: () => void navigate({ to: '/dashboards', ignoreBlocker: true }) })
      }
    />
  )
}
