import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { LevelMark } from '../alert-state.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { AlertList } from '../list/alert-list.tsx'
import { type AlertRow, inOrder } from '../list/order.rules.ts'
import { useRecent } from '../list/use-recent.ts'
import { Pager } from '../pager.tsx'
import { emptySelection, existingIds, isShown, type Selection, toggled, toggledAll } from './alert-list.rules.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FilterBar } from './filter-bar.tsx'

/** Alerts for all devices of a kind: what each has made. */
const TemplatesPanel = (): ReactNode => {
  const { alerts, alertTemplates: texts } = useTexts()
  const { orgId } = useOrg()
  const mayMake = useHasRole('manager')
  const templates = useQuery(apiQuery('alertTemplates', 'list', { orgId }))
  const make = mayMake && (
    <Link to="/alerts/new" search={{ for: 'kind' }} className={buttonClass()}>
      {texts.add}
    </Link>
  )
  return (
    <Panel title={texts.title} aside={make}>
      <Loaded query={templates}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={texts.none} help={texts.help} />
          ) : (
            <ul aria-label={texts.title}>
              {found.map(({ id, name, templateName, logAs, isEnabled, deviceCount, alertCount }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
                >
                  <div className="min-w-40 flex-1">
                    <Link
                      to="/alerts/templates/$id"
                      params={{ id }}
                      className="font-medium break-words underline-offset-4 hover:underline"
                    >
                      {name}
                    </Link>
                    <p className="text-xs break-words text-quiet">{templateName}</p>
                  </div>
                  {isEnabled ? <LevelMark level={logAs} isQuiet /> : <StateMark tone="muted">{alerts.off}</StateMark>}
                  <span className="text-quiet">{texts.made({ alerts: alertCount, devices: deviceCount })}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

const refetchInterval = refetchEvery(30_000)
const rowsOnPage = 50

/** Every alert and how it stands, the worst first, and what is done to many at once; templates that make alerts. */
export const AllPage = (): ReactNode => {
  const { alerts: texts } = useTexts()
  const { orgId } = useOrg()
  const filters = useSearch({ from: '/shell/alerts/all' })
  const alerts = useQuery({ ...apiQuery('alerts', 'states', { orgId }), refetchInterval })
  return (
    <AlertsFrame>
      <Panel title={texts.all} aside={<FilterBar filters={filters} hasState />}>
        <Loaded query={alerts}>{(rows) => <AllAlerts rows={rows} />}</Loaded>
      </Panel>
      <TemplatesPanel />
    </AlertsFrame>
  )
}

const AllAlerts = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts, holds } = useTexts()
  const filters = useSearch({ from: '/shell/alerts/all' })
  const navigate = useNavigate()
  const mayConfirm = useHasRole('operator')
  const [selection, setSelection] = useState<Selection>(emptySelection)
  const found = inOrder(rows).filter((row) => isShown(row, filters))
  const pages = Math.max(1, Math.ceil(found.length / rowsOnPage))
  const page = Math.min(filters.page ?? 1, pages)
  const some = found.slice((page - 1) * rowsOnPage, page * rowsOnPage)
  const recent = useRecent(some.map(({ id }) => id))
  const shown = found.map(({ id }) => id)
  const chosen = existingIds(selection.ids, rows)
  if (rows.length === 0) return <EmptyState title={alerts.none} help={alerts.noneHelp} />
  if (found.length === 0) return <EmptyState title={alerts.noneFound} />
  const box = ({ id, name }: AlertRow): ReactNode => (
    <input
      type="checkbox"
      className="size-4 shrink-0 accent-accent max-md:size-5"
      aria-label={holds.select({ name })}
      checked={selection.ids.has(id)}
      // A click of the keyboard has Shift too.
      onClick={(event) => setSelection(toggled(selection, shown, id, event.shiftKey))}
      readOnly
    />
  )
  return (
    <>
      {mayConfirm && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-y border-line bg-sunken px-4 py-2 print:hidden">
          <Checkbox
            label={holds.selectAll}
            checked={shown.every((id) => selection.ids.has(id))}
            onChange={(event) => setSelection(toggledAll(selection, shown, event.target.checked))}
          />
          {chosen.length > 0 && <BulkBar alertIds={chosen} onDone={() => setSelection(emptySelection)} />}
        </div>
      )}
      <AlertList label={alerts.all} rows={some} recent={recent} {...(mayConfirm && { before: box })} />
      <footer className="border-t border-line px-4 py-2 text-xs text-faint">{alerts.stripHelp}</footer>
      <Pager
        label={alerts.pagesOfAlerts}
        page={page}
        pages={pages}
        onPage={(next) => void navigate({ to: '/alerts/all', search: { ...filters, page: next } })}
      />
    </>
  )
}
