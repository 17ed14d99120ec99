import { actionTypes } from '@busbar/alerts/channels'
import type { ImportPlan } from '../plan.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { policyRecipients } from './contacts.ts'

/** Features that an import may switch on. */
export interface ImportSwitches {
  polling: boolean
  writing: boolean
  alerts: boolean
}

const offNote = 'Switched off by the import.'

/**
 * The part as it is stored. What the document has switched off stays so. Devices of networks that run already, `running`, by their ids in
 * the document, would be polled at once: they are switched off themselves, the others by their network.
 */
export const switchedPart = (part: Part, on: ImportSwitches, now: Date, running: ReadonlySet<number>): Part => ({
  ...part,
  networks: part.networks.map((net) => ({
    ...net,
    ...(!on.polling && net.disabledOn === undefined && offSince(now)),
    link: on.writing ? net.link : { ...net.link, isWritingAllowed: false },
  })),
  devices: part.devices.map((device) => ({
    ...device,
    ...(!on.polling && device.disabledOn === undefined && running.has(device.netId) && { disabledOn: now }),
  })),
  alertTemplates: part.alertTemplates.map((one) => ({ ...one, isEnabled: one.isEnabled && on.alerts })),
  alerts: part.alerts.map((alert) => ({ ...alert, isEnabled: alert.isEnabled && on.alerts })),
})

const offSince = (now: Date) => ({ disabledOn: now, disabledBy: 'user' as const, disabledNote: offNote })

/** Returns the external effects of a document once it is switched on. */
export const planOf = (part: Part, on: ImportSwitches): ImportPlan => {
  const live = part.networks.filter(({ disabledOn }) => disabledOn === undefined)
  const actions = actionsOf(part, on)
  return {
    dials: live.flatMap(({ id, name, ip, port = 502 }) => {
      const deviceCount = part.devices.filter((one) => one.netId === id && one.disabledOn === undefined).length
      return ip === undefined ? [] : [{ netId: id, name, address: addressOf(ip, port), deviceCount, isOn: on.polling }]
    }),
    writes: live
      .filter(({ link }) => link.isWritingAllowed !== false)
      .map(({ id, name }) => ({ netId: id, name, isOn: on.writing })),
    actions,
    recipients: recipientsOf([...actions, ...policyRecipients(part).map((one) => ({ ...one, isOn: on.alerts }))]),
  }
}

const addressOf = (host: string, port: number): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)

type PlannedAction = ImportPlan['actions'][number]

const actionsOf = ({ alerts }: Part, on: ImportSwitches): PlannedAction[] =>
  alerts
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ id: alertId, name, actions, followUps = [] }) =>
      [...actions.map((action) => ({ ...action, stage: 'active' })), ...followUps].flatMap((action) => {
        const type = actionTypes.find((one) => one === action.type)
        const { stage, timeoutMinutes, recepient, paramId, value } = action
        // Unknown and forbidden types are refused where alerts are checked.
        if (type === undefined) return []
        const isOn = on.alerts && (on.writing || type !== 'write-param')
        const target = {
          ...(recepient != null && { recepient }),
          ...(paramId != null && { paramId }),
          ...(value != null && { value }),
        }
        return [{ alertId, name, stage: stage as PlannedAction['stage'], timeoutMinutes, type, ...target, isOn }]
      }),
    )

type ActionTarget = Pick<PlannedAction, 'alertId' | 'type' | 'recepient' | 'isOn'>

const recipientsOf = (actions: readonly ActionTarget[]): ImportPlan['recipients'] => {
  const addressed = actions.flatMap(({ recepient, ...action }) =>
    recepient === undefined ? [] : [{ ...action, recepient }],
  )
  const groups = Map.groupBy(addressed, ({ type, recepient }) => JSON.stringify([type, recepient]))
  return Array.from(groups.values(), (group) => ({
    type: group[0]?.type ?? 'email',
    recepient: group[0]?.recepient ?? '',
    alertCount: new Set(group.map(({ alertId }) => alertId)).size,
    isOn: group.some(({ isOn }) => isOn),
  }))
}
