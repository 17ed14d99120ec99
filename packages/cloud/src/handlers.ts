import type { Handlers } from '@busbar/wire/server'
import { alertsHandlers } from './api/alerts/alerts.http.ts'
import { backTestHandlers } from './api/alerts/back-test/back-test.http.ts'
import { alertsBulkHandlers } from './api/alerts/bulk/bulk.http.ts'
import { deliveriesHandlers } from './api/alerts/deliveries/deliveries.http.ts'
import { alertDependenciesHandlers } from './api/alerts/dependencies/dependencies.http.ts'
import { alertHistoryHandlers } from './api/alerts/history/history.http.ts'
import { maintenanceHandlers } from './api/alerts/maintenance/maintenance.http.ts'
import { alertSettingsHandlers } from './api/alerts/settings/alert-settings.http.ts'
import { alertTemplatesHandlers } from './api/alerts/templates/alert-templates.http.ts'
import { webhookBodiesHandlers } from './api/alerts/webhook-bodies/webhook-bodies.http.ts'
import { auditHandlers } from './api/audit/audit.http.ts'
import { budgetsHandlers } from './api/budgets/budgets.http.ts'
import { bulkHandlers } from './api/bulk/bulk.http.ts'
import { cardsHandlers } from './api/cards/cards.http.ts'
import { codesHandlers } from './api/codes/codes.http.ts'
import { connectCodesHandlers } from './api/codes/connect-codes.http.ts'
import { computedHandlers } from './api/computed/computed.http.ts'
import { connectorsHandlers } from './api/connectors/connectors.http.ts'
import { contactsHandlers } from './api/contacts/contacts.http.ts'
import { contactGroupsHandlers } from './api/contacts/groups.http.ts'
import { escalationPoliciesHandlers } from './api/contacts/policies.http.ts'
import { contactProofsHandlers } from './api/contacts/proofs.http.ts'
import { countersHandlers } from './api/counters/counters.http.ts'
import { boardsHandlers } from './api/dashboards/boards/boards.http.ts'
import { dashboardsHandlers } from './api/dashboards/dashboards.http.ts'
import { devicesHandlers } from './api/devices/devices.http.ts'
import { diagnosisHandlers } from './api/diagnosis/diagnosis.http.ts'
import { gatewaysHandlers } from './api/gateways/gateways.http.ts'
import { importConfigHandlers } from './api/import-config/import-config.http.ts'
import { installationHandlers } from './api/installation/installation.http.ts'
import { logoHandlers } from './api/logo/logo.http.ts'
import { netsHandlers } from './api/nets/nets.http.ts'
import { sharesHandlers } from './api/nets/shares.http.ts'
import { notificationsHandlers } from './api/notifications/notifications.http.ts'
import { oidcHandlers } from './api/oidc/oidc.http.ts'
import { orgsHandlers } from './api/orgs/orgs.http.ts'
import { overviewHandlers } from './api/overview/overview.http.ts'
import { paramsHandlers } from './api/params/params.http.ts'
import { passkeysHandlers } from './api/profile/passkeys.http.ts'
import { profileHandlers } from './api/profile/profile.http.ts'
import { secondFactorHandlers } from './api/profile/second-factor.http.ts'
import { prometheusHandlers } from './api/prometheus/prometheus.http.ts'
import { prometheusReadHandlers } from './api/prometheus/read.http.ts'
import { pushHandlers } from './api/push/push.http.ts'
import { em130Handlers } from './api/raw/em130.http.ts'
import { rawHandlers } from './api/raw/raw.http.ts'
import { annotationsHandlers } from './api/readings/annotations/annotations.http.ts'
import { asideHandlers } from './api/readings/aside/aside.http.ts'
import { availabilityHandlers } from './api/readings/availability/availability.http.ts'
import { readingsExportHandlers } from './api/readings/export/export.http.ts'
import { readingsImportHandlers } from './api/readings/import/import.http.ts'
import { linksHandlers } from './api/readings/links/links.http.ts'
import { liveHandlers } from './api/readings/live/live.http.ts'
import { readingsHandlers } from './api/readings/readings.http.ts'
import { retentionHandlers } from './api/readings/retention/retention.http.ts'
import { valuesHandlers } from './api/readings/values/values.http.ts'
import { realtimeHandlers } from './api/realtime/realtime.http.ts'
import { reportFiguresHandlers } from './api/reports/figures/figures.http.ts'
import { reportMailsHandlers } from './api/reports/mails/mails.http.ts'
import { reportsHandlers } from './api/reports/reports.http.ts'
import { scanHandlers } from './api/scan/scan.http.ts'
import { sessionsHandlers } from './api/sessions/sessions.http.ts'
import { shareLinksHandlers } from './api/share-links/share-links.http.ts'
import { sharedHandlers } from './api/share-links/shared.http.ts'
import { tariffsHandlers } from './api/tariffs/tariffs.http.ts'
import { templateUseHandlers } from './api/templates/template-use.http.ts'
import { templatesHandlers } from './api/templates/templates.http.ts'
import { transferHandlers } from './api/transfer/transfer.http.ts'
import { treeDegreeDaysHandlers } from './api/trees/degree-days/degree-days.http.ts'
import { treeEnergyHandlers } from './api/trees/energy/energy.http.ts'
import { treeProfilesHandlers } from './api/trees/profiles/profiles.http.ts'
import { treesHandlers } from './api/trees/trees.http.ts'
import { visualizationsHandlers } from './api/visualizations/visualizations.http.ts'
import { writingHandlers } from './api/writing/writing.http.ts'
import type { contract } from './contract.ts'
import type { Call } from './service.ts'

type HandlersOfAll = { [Name in keyof typeof contract]: Handlers<(typeof contract)[Name], Call> }

/** One function for every endpoint of the contract. */
export const handlers: HandlersOfAll = {
  sessions: sessionsHandlers,
  profile: profileHandlers,
  secondFactor: secondFactorHandlers,
  passkeys: passkeysHandlers,
  oidc: oidcHandlers,
  orgs: orgsHandlers,
  codes: codesHandlers,
  connectCodes: connectCodesHandlers,
  templates: templatesHandlers,
  templateUse: templateUseHandlers,
  nets: netsHandlers,
  gateways: gatewaysHandlers,
  shares: sharesHandlers,
  links: linksHandlers,
  annotations: annotationsHandlers,
  availability: availabilityHandlers,
  overview: overviewHandlers,
  devices: devicesHandlers,
  params: paramsHandlers,
  computed: computedHandlers,
  cards: cardsHandlers,
  bulk: bulkHandlers,
  raw: rawHandlers,
  em130: em130Handlers,
  values: valuesHandlers,
  writing: writingHandlers,
  realtime: realtimeHandlers,
  scan: scanHandlers,
  readings: readingsHandlers,
  live: liveHandlers,
  counters: countersHandlers,
  retention: retentionHandlers,
  aside: asideHandlers,
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
  dashboards: dashboardsHandlers,
  boards: boardsHandlers,
  shareLinks: shareLinksHandlers,
  shared: sharedHandlers,
  visualizations: visualizationsHandlers,
  reports: reportsHandlers,
  reportFigures: reportFiguresHandlers,
  reportMails: reportMailsHandlers,
  logo: logoHandlers,
  trees: treesHandlers,
  treeEnergy: treeEnergyHandlers,
  treeProfiles: treeProfilesHandlers,
  treeDegreeDays: treeDegreeDaysHandlers,
  tariffs: tariffsHandlers,
  budgets: budgetsHandlers,
  notifications: notificationsHandlers,
  installation: installationHandlers,
  push: pushHandlers,
  audit: auditHandlers,
  transfer: transferHandlers,
  importConfig: importConfigHandlers,
  readingsExport: readingsExportHandlers,
  readingsImport: readingsImportHandlers,
  diagnosis: diagnosisHandlers,
  connectors: connectorsHandlers,
  prometheus: prometheusHandlers,
}

export const protocolHandlers = { prometheusRead: prometheusReadHandlers }
