import { type DomainHandlers, withNeeds } from '../accounts/call.ts'
import type { alerts } from './alerts.contract.ts'
import { alertsHandlers } from './alerts.http.ts'
import type { alertsBulk } from './bulk.contract.ts'
import { alertsBulkHandlers } from './bulk.http.ts'
import type { contacts } from './contacts/contacts.contract.ts'
import { contactsHandlers } from './contacts/contacts.http.ts'
import type { contactGroups } from './contacts/groups.contract.ts'
import { contactGroupsHandlers } from './contacts/groups.http.ts'
import type { escalationPolicies } from './contacts/policies.contract.ts'
import { escalationPoliciesHandlers } from './contacts/policies.http.ts'
import type { contactProofs } from './contacts/proofs.contract.ts'
import { contactProofsHandlers } from './contacts/proofs.http.ts'
import type { backTest } from './definition/back-test.contract.ts'
import { backTestHandlers } from './definition/back-test.http.ts'
import type { deliveries } from './history/deliveries.contract.ts'
import type { alertHistory } from './history/history.contract.ts'
import { alertHistoryHandlers, deliveriesHandlers } from './history/history.http.ts'
import type { alertDependencies } from './maintenance/dependencies.contract.ts'
import { alertDependenciesHandlers } from './maintenance/dependencies.http.ts'
import type { maintenance } from './maintenance/maintenance.contract.ts'
import { maintenanceHandlers } from './maintenance/maintenance.http.ts'
import type { AlertingNeeds } from './needs.ts'
import type { notifications } from './push/notifications.contract.ts'
import { notificationsHandlers } from './push/notifications.http.ts'
import type { push } from './push/push.contract.ts'
import { pushHandlers } from './push/push.http.ts'
import type { alertSettings } from './settings/alert-settings.contract.ts'
import { alertSettingsHandlers } from './settings/alert-settings.http.ts'
import type { webhookBodies } from './settings/webhook-bodies.contract.ts'
import { webhookBodiesHandlers } from './settings/webhook-bodies.http.ts'
import type { alertTemplates } from './templates/alert-templates.contract.ts'
import { alertTemplatesHandlers } from './templates/alert-templates.http.ts'

interface AlertingContract {
  alerts: typeof alerts
  alertsBulk: typeof alertsBulk
  alertSettings: typeof alertSettings
  webhookBodies: typeof webhookBodies
  deliveries: typeof deliveries
  alertDependencies: typeof alertDependencies
  alertHistory: typeof alertHistory
  alertTemplates: typeof alertTemplates
  maintenance: typeof maintenance
  backTest: typeof backTest
  contacts: typeof contacts
  contactProofs: typeof contactProofs
  contactGroups: typeof contactGroups
  escalationPolicies: typeof escalationPolicies
  notifications: typeof notifications
  push: typeof push
}

/** Handlers of all endpoints for alerts and their recipients. */
export const alertingHandlers = (needs: AlertingNeeds): DomainHandlers<AlertingContract> =>
  withNeeds<AlertingContract, AlertingNeeds>(
    {
      alerts: alertsHandlers,
      alertsBulk: alertsBulkHandlers,
      alertSettings: alertSettingsHandlers,
      webhookBodies: webhookBodiesHandlers,
      deliveries: deliveriesHandlers,
      alertDependencies: alertDependenciesHandlers,
      alertHistory: alertHistoryHandlers,
      alertTemplates: alertTemplatesHandlers,
      maintenance: maintenanceHandlers,
      backTest: backTestHandlers,
      contacts: contactsHandlers,
      contactProofs: contactProofsHandlers,
      contactGroups: contactGroupsHandlers,
      escalationPolicies: escalationPoliciesHandlers,
      notifications: notificationsHandlers,
      push: pushHandlers,
    },
    needs,
  )
