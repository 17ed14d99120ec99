import type { Handlers } from '@busbar/wire/server'
import { auditHandlers } from '../accounts/audit/audit.http.ts'
import { oidcHandlers } from '../accounts/oidc/oidc.http.ts'
import { logoHandlers } from '../accounts/orgs/logo.http.ts'
import { orgsHandlers } from '../accounts/orgs/orgs.http.ts'
import { passkeysHandlers } from '../accounts/second-factor/passkeys.http.ts'
import { secondFactorHandlers } from '../accounts/second-factor/second-factor.http.ts'
import { profileHandlers } from '../accounts/sessions/profile.http.ts'
import { sessionsHandlers } from '../accounts/sessions/sessions.http.ts'
import { alertsHandlers } from '../alerting/alerts.http.ts'
import { backTestHandlers } from '../alerting/back-test/back-test.http.ts'
import { alertsBulkHandlers } from '../alerting/bulk.http.ts'
import { contactsHandlers } from '../alerting/contacts/contacts.http.ts'
import { contactGroupsHandlers } from '../alerting/contacts/groups.http.ts'
import { escalationPoliciesHandlers } from '../alerting/contacts/policies.http.ts'
import { contactProofsHandlers } from '../alerting/contacts/proofs.http.ts'
import { deliveriesHandlers } from '../alerting/history/deliveries.http.ts'
import { alertHistoryHandlers } from '../alerting/history/history.http.ts'
import { alertDependenciesHandlers } from '../alerting/maintenance/dependencies.http.ts'
import { maintenanceHandlers } from '../alerting/maintenance/maintenance.http.ts'
import { notificationsHandlers } from '../alerting/push/notifications.http.ts'
import { pushHandlers } from '../alerting/push/push.http.ts'
import { alertSettingsHandlers } from '../alerting/settings/alert-settings.http.ts'
import { webhookBodiesHandlers } from '../alerting/settings/webhook-bodies.http.ts'
import { alertTemplatesHandlers } from '../alerting/templates/alert-templates.http.ts'
import { diagnosisHandlers } from '../commands/diagnosis/diagnosis.http.ts'
import { em130Handlers } from '../commands/raw/em130.http.ts'
import { rawHandlers } from '../commands/raw/raw.http.ts'
import { realtimeHandlers } from '../commands/realtime/realtime.http.ts'
import { scanHandlers } from '../commands/scan/scan.http.ts'
import { writingHandlers } from '../commands/writing/writing.http.ts'
import { boardsHandlers } from '../dashboards/boards/boards.http.ts'
import { dashboardsHandlers } from '../dashboards/dashboards.http.ts'
import { overviewHandlers } from '../dashboards/overview/overview.http.ts'
import { shareLinksHandlers } from '../dashboards/share-links/share-links.http.ts'
import { sharedHandlers } from '../dashboards/share-links/shared.http.ts'
import { visualizationsHandlers } from '../dashboards/visualizations/visualizations.http.ts'
import { bulkHandlers } from '../devices/bulk/bulk.http.ts'
import { cardsHandlers } from '../devices/cards/cards.http.ts'
import { codesHandlers } from '../devices/codes/codes.http.ts'
import { connectCodesHandlers } from '../devices/codes/connect-codes.http.ts'
import { computedHandlers } from '../devices/computed/computed.http.ts'
import { devicesHandlers } from '../devices/devices.http.ts'
import { netsHandlers } from '../devices/nets/nets.http.ts'
import { sharesHandlers } from '../devices/nets/shares.http.ts'
import { paramsHandlers } from '../devices/params/params.http.ts'
import { templateUseHandlers } from '../devices/templates/template-use.http.ts'
import { templatesHandlers } from '../devices/templates/templates.http.ts'
import { budgetsHandlers } from '../energy/budgets/budgets.http.ts'
import { countersHandlers } from '../energy/counters/counters.http.ts'
import { treeDegreeDaysHandlers } from '../energy/profiles/degree-days.http.ts'
import { treeProfilesHandlers } from '../energy/profiles/profiles.http.ts'
import { reportFiguresHandlers } from '../energy/report-figures/figures.http.ts'
import { reportMailsHandlers } from '../energy/report-mails/mails.http.ts'
import { reportsHandlers } from '../energy/reports/reports.http.ts'
import { tariffsHandlers } from '../energy/tariffs/tariffs.http.ts'
import { treeEnergyHandlers } from '../energy/tree-energy/energy.http.ts'
import { treesHandlers } from '../energy/trees/trees.http.ts'
import { gatewaysHandlers } from '../field/gateways/gateways.http.ts'
import { annotationsHandlers } from '../history/annotations.http.ts'
import { readingsExportHandlers } from '../history/export/export.http.ts'
import { readingsImportHandlers } from '../history/import/import.http.ts'
import { availabilityHandlers } from '../history/links/availability.http.ts'
import { linksHandlers } from '../history/links/links.http.ts'
import { readingsHandlers } from '../history/readings.http.ts'
import { asideHandlers } from '../history/retention/aside.http.ts'
import { retentionHandlers } from '../history/retention/retention.http.ts'
import { liveHandlers } from '../history/values/live.http.ts'
import { valuesHandlers } from '../history/values/values.http.ts'
import { connectorsHandlers } from '../integrations/connectors/connectors.http.ts'
import { prometheusHandlers } from '../integrations/prometheus/prometheus.http.ts'
import { prometheusReadHandlers } from '../integrations/prometheus/read.http.ts'
import { installationHandlers } from '../operations/installation/installation.http.ts'
import { importConfigHandlers } from '../transfer/import-config/import-config.http.ts'
import { transferHandlers } from '../transfer/transfer.http.ts'
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
