import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Choice } from '../../ui/forms/fields.tsx'
import type { Board } from '../values/board.ts'
import { NumberField, TypedField } from './typed-field.tsx'
import type { DraftControl } from './use-draft.ts'

/** Fields of the dashboard, shown while no widget is selected. */
export const BoardFields = ({ board, draft }: { board: Board; draft: DraftControl }): ReactNode => {
  const { common, dashboards } = useTexts()
  const templates = useQuery(apiQuery('templates', 'list', {}))
  const { name, refreshSec, templateId } = draft.board
  const offered = (templates.data ?? []).map((one) => [one.id, one.name] as const)
  return (
    <>
      <header className="border-b border-line px-4 py-3.5">
        <h2 className="font-semibold">{dashboards.settings}</h2>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <TypedField
          label={common.name}
          value={name}
          maxLength={200}
          onChange={(text) => text.trim() !== '' && draft.change({ name: text.trim() })}
        />
        <Choice
          label={dashboards.template}
          value={templateId ?? 0}
          options={[[0, dashboards.noTemplate] as const, ...offered]}
          onChange={(id) => draft.change({ templateId: id === 0 ? null : id })}
        />
        <p className="-mt-3 text-xs text-faint">{dashboards.templateHelp}</p>
        <NumberField
          label={dashboards.refresh}
          value={refreshSec}
          min={5}
          max={3600}
          isWhole
          onChange={(seconds = refreshSec) => draft.change({ refreshSec: seconds })}
        />
        <p className="-mt-3 text-xs text-faint">{dashboards.refreshHelp}</p>
        <p className="text-sm text-quiet">{dashboards.editHelp}</p>
      </div>
      {!board.isDefault && (
        <footer className="border-t border-line px-4 py-3">
          <DeleteBoard dashboardId={board.id} />
        </footer>
      )}
    </>
  )
}

const DeleteBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { dashboards } = useTexts()
  const navigate = useNavigate()
  const remove = useAction('dashboards', 'delete', [['boards', 'list']])
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
