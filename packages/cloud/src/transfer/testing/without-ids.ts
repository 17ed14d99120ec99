import type { Document } from '../document.contract.ts'

/** Contents of an organization in a document. */
export type OrgContent = Omit<Document, 'format' | 'formatVersion' | 'exportedOn' | 'organization'>

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
export const withoutIds = (document: OrgContent) => {
  const [template, net, device, param] = [numbering(), numbering(), numbering(), numbering()]
  const [contact, group, policy] = [numbering(), numbering(), numbering()]
  const [alert, vis] = [numbering(), numbering()]
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
    params: params.map((one) => ({
      ...one,
      id: param(one.id),
      deviceId: device(one.deviceId),
      ...(one.formula !== undefined && { formula: formula(one.formula) }),
    })),
    goneParams: goneParams.map(param),
    contacts: document.contacts.map((one) => ({ ...one, id: contact(one.id) })),
    contactGroups: document.contactGroups.map(({ rotation, ...one }) => ({
      ...one,
      id: group(one.id),
      members: one.members.map(contact),
      rotation:
        rotation.kind === 'by-hand'
          ? { ...rotation, onDutyId: rotation.onDutyId && contact(rotation.onDutyId) }
          : rotation,
      overrides: one.overrides.map(({ contactId, insteadOfId, ...span }) => ({
        ...span,
        contactId: contact(contactId),
        ...(insteadOfId !== undefined && { insteadOfId: contact(insteadOfId) }),
      })),
    })),
    escalationPolicies: document.escalationPolicies.map((one) => ({
      ...one,
      id: policy(one.id),
      steps: one.steps.map((step) => ({
        ...step,
        contactIds: step.contactIds.map(contact),
        groupIds: step.groupIds.map(group),
      })),
    })),
    alerts: document.alerts.map(({ dependsOn, policyId, ...one }) => ({
      ...one,
      id: alert(one.id),
      dependsOn: { ...dependsOn, alertIds: dependsOn.alertIds.map(alert), netIds: dependsOn.netIds.map(net) },
      ...(policyId != null && { policyId: policy(policyId) }),
      conditions: one.conditions.map(named),
      actions: one.actions.map(named),
      followUps: (one.followUps ?? []).map(named),
    })),
    maintenanceWindows: document.maintenanceWindows.map(({ id: _id, ...one }) => ({
      ...one,
      netIds: one.netIds.map(net),
      deviceIds: one.deviceIds.map(device),
      alertIds: one.alertIds.map(alert),
    })),
    dashboards: document.dashboards.map(({ id: _id, ...one }) => ({ ...one, widgets: one.widgets.map(param) })),
    visualizations: document.visualizations.map(({ id, ...one }) => ({
      ...one,
      id: vis(id),
      items: one.items.map(({ go, use, ...item }) => ({
        ...item,
        ...(go && { go: vis(go.visId) }),
        ...(use && { use: { ...use, visId: vis(use.visId) } }),
      })),
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
    trees: document.trees.map(({ id: _id, degreeDays, ...one }) => ({
      ...one,
      ...(degreeDays !== undefined && { degreeDays: { ...degreeDays, paramId: param(degreeDays.paramId) } }),
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
