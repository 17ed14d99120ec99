import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { DeleteButton } from '../../ui/actions/delete-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { HeldBack } from '../alert-state.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import type { AlertRow } from '../list/order.rules.ts'
import { isMuted } from '../mute.rules.ts'
import { QuickMute } from '../quick-mute.tsx'
import {
  draftOf,
  type MaintenanceDraft,
  type MaintenanceWindow,
  maintenanceFields,
  newDraft,
} from './maintenance.rules.ts'
import { MaintenanceForm, useMaintenanceTargets } from './maintenance-form.tsx'
import { NetsPanel } from './nets-panel.tsx'

/** When no messages are sent, and why: alerts that are muted now, planned maintenance, and quiet times of networks. */
export const MuteTimesPage = (): ReactNode => {
  const { orgId } = useOrg()
  const alerts = useQuery(apiQuery('alerts', 'states', { orgId }))
  return (
    <AlertsFrame>
      <Loaded query={alerts}>
        {(rows) => (
          <>
            <MutedPanel rows={rows.filter(({ held }) => isMuted(held))} />
            <MaintenancePanel rows={rows} />
          </>
        )}
      </Loaded>
      <NetsPanel />
    </AlertsFrame>
  )
}

const MutedPanel = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts, holds } = useTexts()
  return (
    <Panel title={holds.mutedNow}>
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-quiet">{holds.noneMuted}</p>
      ) : (
        <ul aria-label={holds.mutedNow}>
          {rows.map(({ id, name, isActive, held }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
            >
              <StateShape tone="muted" className="size-3" />
              <div className="min-w-40 flex-1">
                <RowLink href={`/alerts/${id}`}>{name}</RowLink>
                <p className="text-quiet">
                  {isActive ? alerts.active : alerts.quiet}
                  {held !== undefined && (
                    <>
                      . <HeldBack held={held} />
                    </>
                  )}
                </p>
              </div>
              {held?.why === 'mute' && <QuickMute alertId={id} held={held} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const changed = [['maintenance'], ['alerts']] as const

/** Maintenance that is planned, and what it covers. */
const MaintenancePanel = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { maintenance: texts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const windows = useQuery(apiQuery('maintenance', 'list', { orgId }))
  return (
    <Panel title={texts.title} aside={isManager && <EditWindow window={null} rows={rows} />}>
      <Loaded query={windows}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={texts.none} help={texts.help} />
          ) : (
            <ul aria-label={texts.title}>
              {found.map((window) => (
                <PlannedRow key={window.id} window={window} rows={rows} isManager={isManager} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

interface RowProps {
  window: MaintenanceWindow
  rows: readonly AlertRow[]
  isManager: boolean
}

const PlannedRow = ({ window, rows, isManager }: RowProps): ReactNode => {
  const { maintenance: texts } = useTexts()
  const { time } = useFormat()
  const { orgId } = useOrg()
  const remove = useAction('maintenance', 'delete', changed)
  const { id, name, reason, rule, next, netIds, deviceIds, alertIds, createdBy } = window
  const covered = [
    ...(netIds.length > 0 ? [`${texts.networks}: ${netIds.length}`] : []),
    ...(deviceIds.length > 0 ? [`${texts.devices}: ${deviceIds.length}`] : []),
    ...(alertIds.length > 0 ? [`${texts.alerts}: ${alertIds.length}`] : []),
  ]
  const [first] = next
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <div className="min-w-40 flex-1">
        <p className="font-semibold break-words">{name}</p>
        {reason !== undefined && <p className="break-words">{reason}</p>}
        <p className="text-quiet">
          {[texts.kinds[rule.kind], ...covered, texts.madeBy({ who: createdBy })].join(' · ')}
        </p>
      </div>
      <p>{first === undefined ? texts.neverAgain : `${time(first.from)} – ${time(first.till)}`}</p>
      {isManager && (
        <div className="flex flex-wrap gap-2">
          <EditWindow window={window} rows={rows} />
          <DeleteButton
            act={texts.delete}
            name={name}
            isBusy={remove.isPending}
            error={null}
            onDelete={() => remove.mutate({ orgId, windowId: id })}
          >
            <p>{texts.deleted}</p>
          </DeleteButton>
        </div>
      )}
    </li>
  )
}

/** Null: a new one. */
const EditWindow = ({ window, rows }: { window: MaintenanceWindow | null; rows: readonly AlertRow[] }): ReactNode => {
  const { maintenance: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const title = window === null ? texts.add : texts.editOf({ name: window.name })
  return (
    <>
      <Button aria-label={title} onClick={() => setIsOpen(true)}>
        {window === null ? texts.add : texts.edit}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <WindowEditor window={window} rows={rows} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

interface EditorProps {
  window: MaintenanceWindow | null
  rows: readonly AlertRow[]
  onClose: () => void
}

const WindowEditor = ({ window, rows, onClose }: EditorProps): ReactNode => {
  const zone = useOwnZone()
  const { maintenance: texts } = useTexts()
  const { orgId } = useOrg()
  const coverable = useMaintenanceTargets(rows)
  const onSaved = (): void => toast(texts.saved)
  const create = useAction('maintenance', 'create', changed, onSaved)
  const change = useAction('maintenance', 'change', changed, onSaved)
  const save = (draft: MaintenanceDraft): void => {
    if (window === null) create.mutate({ orgId, ...maintenanceFields(draft, zone) }, { onSuccess: onClose })
    else change.mutate({ orgId, windowId: window.id, ...maintenanceFields(draft, zone) }, { onSuccess: onClose })
  }
  return (
    <MaintenanceForm
      initial={window === null ? newDraft(new Date(serverNow()), zone) : draftOf(window, new Date(serverNow()), zone)}
      coverable={coverable}
      isBusy={create.isPending || change.isPending}
      onSave={save}
      onCancel={onClose}
    />
  )
}
