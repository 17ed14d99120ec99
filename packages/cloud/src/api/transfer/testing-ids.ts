import type { Document } from './document.contract.ts'

/** What a document holds of an organization. */
export type Content = Omit<Document, 'format' | 'formatVersion' | 'exportedOn' | 'organization'>

/** Numbers ids by when they are first met: two that are the same but for their ids become the same. */
const numbering = () => {
  const met = new Map<number | string, number>()
  return (id: number | string): number => {
    const number = met.get(id) ?? met.size + 1
    met.set(id, number)
    return number
  }
}

/** Everything but which ids there are; to what they lead stays visible. */
export const withoutIds = (document: Content) => {
  const [template, net, device, param] = [numbering(), numbering(), numbering(), numbering()]
  const uuid = numbering()
  const formula = (text: string): string => text.replace(/#(\d+)/g, (_, id: string) => `#${param(Number(id))}`)
  const named = <Item extends { paramId?: number | null | undefined }>(item: Item) =>
    item.paramId == null ? item : { ...item, paramId: param(item.paramId) }
  const { settings, templates, networks, devices, params, goneParams } = document
  return {
    settings,
    templates: templates.map((one) => ({ ...one, id: template(one.id) })),
    networks: networks.map((one) => ({ ...one, id: net(one.id) })),
    devices: devices.map(({ templateId, ...one }) => ({
      ...one,
      id: device(one.id),
      netId: net(one.netId),
      ...(templateId !== undefined && { templateId: template(templateId) }),
    })),
    params: params.map((one) => ({ ...one, id: param(one.id), deviceId: device(one.deviceId) })),
    goneParams: goneParams.map(param),
    alerts: document.alerts.map(({ id: _id, ...one }) => ({
      ...one,
      conditions: one.conditions.map(named),
      actions: one.actions.map(named),
      followUps: (one.followUps ?? []).map(named),
    })),
    dashboards: document.dashboards.map(({ id: _id, ...one }) => ({ ...one, widgets: one.widgets.map(param) })),
    visualizations: document.visualizations.map(({ id: _id, ...one }) => ({
      ...one,
      bindings: one.bindings.map((binding) => ({
        ...binding,
        ...(binding.param !== undefined && { param: param(binding.param) }),
        ...(binding.formula !== undefined && { formula: formula(binding.formula) }),
      })),
    })),
    reports: document.reports.map(({ id: _id, ...one }) => ({
      ...one,
      branches: one.branches.map(({ parentBranchId, value, ...branch }) => ({
        ...branch,
        id: uuid(branch.id),
        ...(parentBranchId !== undefined && { parentBranchId: uuid(parentBranchId) }),
        ...(value !== undefined && 'paramId' in value && { value: { paramId: param(value.paramId) } }),
        ...(value !== undefined && 'formula' in value && { value: { formula: formula(value.formula) } }),
        ...(value !== undefined && 'linkId' in value && { value: { linkId: uuid(value.linkId) } }),
      })),
    })),
    trees: document.trees.map(({ id: _id, ...one }) => ({
      ...one,
      branches: one.branches.map(({ parentBranchId, ...branch }) => ({
        ...branch,
        id: uuid(branch.id),
        ...(parentBranchId !== undefined && { parentBranchId: uuid(parentBranchId) }),
      })),
      sensors: one.sensors.map(({ id: _sensorId, ...sensor }) => ({
        ...sensor,
        branchId: uuid(sensor.branchId),
        paramId: param(sensor.paramId),
      })),
    })),
  }
}
