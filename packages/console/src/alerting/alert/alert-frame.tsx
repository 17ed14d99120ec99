import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { ConfirmAlert } from '../confirm.tsx'
import { isMuted } from '../mute.rules.ts'
import { QuickMute } from '../quick-mute.tsx'
import { warningText } from './alert.rules.ts'

export type Alert = AnswerOf<'alerts', 'get'>

/** The span and the page stand in the address too: a tab is known by its path alone. */
const byPath = { exact: true, includeSearch: false } as const

/** Frame of every tab of an alert: name, state, actions and tabs. */
export const AlertFrame = ({ children }: { children: (alert: Alert) => ReactNode }): ReactNode => {
  const { id } = useParams({ strict: false })
  const alertId = id ?? 0
  const { alerts, alertForm } = useTexts()
  const alert = useQuery(apiQuery('alerts', 'get', { alertId }))
  const actionCount = alert.data && Object.keys(alert.data.actions).length + Object.keys(alert.data.followUps).length
  const to = { params: { id: alertId }, activeOptions: byPath } as const
  return (
    <Page
      title={alert.data?.name ?? alertForm.alert}
      badge={alert.data && <StateBadge alert={alert.data} />}
      actions={alert.data && <AlertActions alert={alert.data} />}
    >
      <Tabs label={alert.data?.name ?? alertForm.alert}>
        <Tab to="/alerts/$id" {...to}>
          {alerts.alertTabs.state}
        </Tab>
        <Tab to="/alerts/$id/rule" {...to}>
          {alerts.alertTabs.rule}
        </Tab>
        <Tab to="/alerts/$id/told" {...to}>
          {alerts.alertTabs.told}
          {actionCount !== undefined && <Count count={actionCount + (alert.data?.policyId === undefined ? 0 : 1)} />}
        </Tab>
        <Tab to="/alerts/$id/history" {...to}>
          {alerts.alertTabs.history}
        </Tab>
      </Tabs>
      <Loaded query={alert}>
        {(found) => (
          <>
            {found.alertTemplateId !== undefined && <OfTemplate id={found.alertTemplateId} />}
            <AlertWarnings alertId={found.id} />
            {children(found)}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const StateBadge = ({ alert: { id, logAs, isEnabled } }: { alert: Alert }): ReactNode => {
  const { alerts, holds } = useTexts()
  const { span, moment } = useFormat()
  const now = useNow()
  const { data } = useQuery(apiQuery('alerts', 'status', { alertId: id }))
  if (!isEnabled) return <Badge tone="muted">{alerts.off}</Badge>
  if (data === undefined) return null
  const { isActive, startedOn, held } = data
  const muted = held !== undefined && isMuted(held) && (
    <Badge tone="muted">
      {[holds.why[held.why], ...(held.till === undefined ? [] : [holds.till({ time: moment(held.till, now) })])].join(
        ' ',
      )}
    </Badge>
  )
  const lasting =
    startedOn === undefined ? '' : alerts.lasting({ span: span(Math.max(0, now - Date.parse(startedOn))) })
  return (
    <>
      {isActive && <Badge tone={alertTone(logAs)}>{`${alerts.active} ${lasting}`}</Badge>}
      {muted}
    </>
  )
}

/** An alert of a template is edited in the template. */
const OfTemplate = ({ id }: { id: number }): ReactNode => {
  const { alertTemplates: texts } = useTexts()
  const { orgId } = useOrg()
  const name =
    useQuery(apiQuery('alertTemplates', 'list', { orgId })).data?.find((one) => one.id === id)?.name ?? `#${id}`
  return (
    <Notice>
      {texts.madeBy}{' '}
      <Link to="/alerts/templates/$id" params={{ id }} className="text-accent underline underline-offset-4">
        {name}
      </Link>
      . {texts.changeThere}
    </Notice>
  )
}

/** Settings of an alert that will have no effect. */
const AlertWarnings = ({ alertId }: { alertId: number }): ReactNode => {
  const texts = useTexts()
  const { data } = useQuery(apiQuery('alerts', 'warnings', { alertId }))
  if (data === undefined || data.warnings.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-medium">{texts.alertForm.warnings.title}</p>
      <ul className="list-disc pl-5">
        {data.warnings.map((warning) => (
          <li key={warning}>{warningText(texts, warning)}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Actions on an alert, for users with permission. */
const AlertActions = ({ alert }: { alert: AnswerOf<'alerts', 'get'> }): ReactNode => {
  const { id: alertId, name, isEnabled, alertTemplateId } = alert
  const { alertForm } = useTexts()
  const navigate = useNavigate()
  const isOperator = useHasRole('operator')
  const isManager = useHasRole('manager')
  const status = useQuery(apiQuery('alerts', 'status', { alertId }))
  const change = useAction('alerts', 'changeDisable', [['alerts'], ['alertTemplates']])
  const remove = useAction('alerts', 'delete', [['alerts', 'states']], () => toast(alertForm.deleted({ name })))
  const isOpen = status.data?.isActive === true && status.data.confirmed === undefined
  const deleteIt = (): void =>
    remove.mutate(
      { alertId },
      {
        onSuccess: () => void navigate({ to: '/alerts', ignoreBlocker: true }),
      },
    )
  return (
    <>
      {isOpen && isOperator && <ConfirmAlert alertId={alertId} name={name} />}
      {isEnabled && status.data !== undefined && (
        <QuickMute alertId={alertId} held={status.data.held} times={['hour']} />
      )}
      {isManager && isEnabled && (
        <ConfirmButton
          act={alertForm.switchOff}
          question={alertForm.switchOffQuestion}
          isBusy={change.isPending}
          onConfirm={() => change.mutate({ alertId, enabled: false })}
        />
      )}
      {isManager && !isEnabled && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ alertId, enabled: true })}>
          {alertForm.switchOn}
        </Button>
      )}
      {isManager && alertTemplateId === undefined && (
        <ConfirmButton
          act={alertForm.delete}
          question={alertForm.deleteQuestion}
          variant="danger"
          isBusy={remove.isPending}
          onConfirm={deleteIt}
        />
      )}
    </>
  )
}
