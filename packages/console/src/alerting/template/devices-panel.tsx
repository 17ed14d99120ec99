import { fill } from '@busbar/ui/messages'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import type { KindParam } from '../form/condition-fields.tsx'
import { fieldsOf, numberOf } from '../form/draft.rules.ts'
import type { AlertTemplate } from './template-draft.rules.ts'

type Device = AlertTemplate['devices'][number]

interface DevicesPanelProps {
  template: AlertTemplate
  params: readonly KindParam[]
}

/** Active first, then those without an alert, then by name. */
const rank = ({ isActive, alertId }: Device): number => (isActive ? 0 : alertId === undefined ? 1 : 2)

/** The devices of the kind, each with its alert and what is other for it. */
export const DevicesPanel = ({ template, params }: DevicesPanelProps): ReactNode => {
  const { alertTemplates: texts } = useTexts()
  const { devices, deviceCount } = template
  const rows = devices.toSorted((a, b) => rank(a) - rank(b) || compareNames(a.deviceName, b.deviceName))
  return (
    <Panel
      title={texts.devices}
      aside={<span className="text-sm text-quiet">{texts.deviceCount({ count: deviceCount })}</span>}
    >
      {rows.length === 0 ? (
        <EmptyState title={texts.noDevices} help={texts.noDevicesHelp} />
      ) : (
        <ul aria-label={texts.devices}>
          {rows.map((device) => (
            <DeviceRow key={device.deviceId} template={template} device={device} params={params} />
          ))}
        </ul>
      )}
      {deviceCount > devices.length && (
        <p className="border-t border-line px-4 py-2 text-sm text-quiet">
          {texts.moreDevices({ count: deviceCount - devices.length })}
        </p>
      )}
    </Panel>
  )
}

const DeviceRow = ({ template, device, params }: DevicesPanelProps & { device: Device }): ReactNode => {
  const { alertForm } = useTexts()
  const isManager = useHasRole('manager')
  const { deviceId, deviceName, netName, alertId, limits } = device
  const unitOf = (slug: string): string => params.find(({ param }) => param === slug)?.unitName ?? ''
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0">
      <div className="min-w-40 flex-1">
        <RowLink href={alertId === undefined ? `/devices/${deviceId}` : `/alerts/${alertId}`}>{deviceName}</RowLink>
        <p className="text-xs text-quiet">{netName}</p>
      </div>
      {limits.length > 0 && (
        <p className="text-quiet">
          {limits
            .map(
              ({ param, kind, value }) =>
                `${param} ${fill(alertForm.says[kind], { value: `${value} ${unitOf(param)}`.trim() })}`,
            )
            .join(', ')}
        </p>
      )}
      <DeviceState template={template} device={device} />
      {isManager && <Exception template={template} device={device} params={params} />}
    </li>
  )
}

const DeviceState = ({
  template: { logAs },
  device,
}: Pick<DevicesPanelProps, 'template'> & { device: Device }): ReactNode => {
  const { alerts, alertTemplates: texts } = useTexts()
  const { isOff, isActive, startedOn, alertId, missing, problem } = device
  if (missing !== undefined)
    return <StateMark tone="unknown">{texts.missing({ params: missing.join(', ') })}</StateMark>
  if (alertId === undefined) return <StateMark tone="unknown">{problem ?? texts.noAlert}</StateMark>
  if (isOff) return <StateMark tone="muted">{texts.offHere}</StateMark>
  if (!isActive) return <StateMark tone="ok">{alerts.quiet}</StateMark>
  return (
    <StateMark tone={alertTone(logAs)}>
      {alerts.active}, <Ago iso={startedOn} />
    </StateMark>
  )
}

/** Overrides of one device. */
const Exception = ({ template, device, params }: DevicesPanelProps & { device: Device }): ReactNode => {
  const { alertForm, alertTemplates: texts, common } = useTexts()
  const { orgId } = useOrg()
  const { deviceId, deviceName } = device
  const limited = template.conditions.filter(({ kind }) => fieldsOf[kind].value !== null)
  const typedNow = (): string[] =>
    limited.map(({ param, kind }) => {
      const own = device.limits.find((one) => one.param === param && one.kind === kind)
      return own === undefined ? '' : String(own.value)
    })
  const [isOpen, setIsOpen] = useState(false)
  const [isOff, setIsOff] = useState(device.isOff)
  const [typed, setTyped] = useState(typedNow)
  const put = useAction('alertTemplates', 'setException', [['alertTemplates'], ['alerts']], () =>
    toast(alertForm.saved),
  )
  const open = (): void => {
    setIsOff(device.isOff)
    setTyped(typedNow())
    setIsOpen(true)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const limits = limited.flatMap(({ param, kind }, place) => {
      const value = numberOf(typed[place] ?? '')
      return value === null ? [] : [{ param, kind, value }]
    })
    const onSuccess = (): void => setIsOpen(false)
    put.mutate({ orgId, alertTemplateId: template.id, deviceId, isOff, limits }, { onSuccess })
  }
  const labelOf = (slug: string): string => {
    const param = params.find((one) => one.param === slug)
    return [param?.name ?? slug, ...(param?.unitName === undefined ? [] : [param.unitName])].join(', ')
  }
  return (
    <>
      <Button aria-label={texts.exceptionOf({ name: deviceName })} onClick={open}>
        {texts.exception}
      </Button>
      <Dialog title={texts.exceptionOf({ name: deviceName })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Checkbox label={texts.offHere} checked={isOff} onChange={({ target }) => setIsOff(target.checked)} />
          {limited.map(({ param, kind, value }, place) => (
            <NumberField
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place
              key={place}
              label={`${labelOf(param)}: ${alertForm.kinds[kind]}`}
              hint={texts.asTemplate({ value: String(value) })}
              value={typed[place] ?? ''}
              disabled={isOff}
              onChange={(next) => setTyped((before) => before.with(place, next))}
            />
          ))}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={put.isPending}>
              {common.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
