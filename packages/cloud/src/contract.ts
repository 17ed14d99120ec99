import { alerts } from './api/alerts/alerts.contract.ts'
import { backTest } from './api/alerts/back-test/back-test.contract.ts'
import { alertsBulk } from './api/alerts/bulk/bulk.contract.ts'
import { deliveries } from './api/alerts/deliveries/deliveries.contract.ts'
import { alertDependencies } from './api/alerts/dependencies/dependencies.contract.ts'
import { alertHistory } from './api/alerts/history/history.contract.ts'
import { maintenance } from './api/alerts/maintenance/maintenance.contract.ts'
import { alertSettings } from './api/alerts/settings/alert-settings.contract.ts'
import { alertTemplates } from './api/alerts/templates/alert-templates.contract.ts'
import { webhookBodies } from './api/alerts/webhook-bodies/webhook-bodies.contract.ts'
import { audit } from './api/audit/audit.contract.ts'
import { budgets } from './api/budgets/budgets.contract.ts'
import { bulk } from './api/bulk/bulk.contract.ts'
import { cards } from './api/cards/cards.contract.ts'
import { codes } from './api/codes/codes.contract.ts'
import { connectCodes } from './api/codes/connect-codes.contract.ts'
import { computed } from './api/computed/computed.contract.ts'
import { connectors } from './api/connectors/connectors.contract.ts'
import { contacts } from './api/contacts/contacts.contract.ts'
import { contactGroups } from './api/contacts/groups.contract.ts'
import { escalationPolicies } from './api/contacts/policies.contract.ts'
import { contactProofs } from './api/contacts/proofs.contract.ts'
import { counters } from './api/counters/counters.contract.ts'
import { boards } from './api/dashboards/boards/boards.contract.ts'
import { dashboards } from './api/dashboards/dashboards.contract.ts'
import { devices } from './api/devices/devices.contract.ts'
import { diagnosis } from './api/diagnosis/diagnosis.contract.ts'
import { gateways } from './api/gateways/gateways.contract.ts'
import { importConfig } from './api/import-config/import-config.contract.ts'
import { installation } from './api/installation/installation.contract.ts'
import { logo } from './api/logo/logo.contract.ts'
import { nets } from './api/nets/nets.contract.ts'
import { shares } from './api/nets/shares.contract.ts'
import { notifications } from './api/notifications/notifications.contract.ts'
import { oidc } from './api/oidc/oidc.contract.ts'
import { orgs } from './api/orgs/orgs.contract.ts'
import { overview } from './api/overview/overview.contract.ts'
import { params } from './api/params/params.contract.ts'
import { passkeys } from './api/profile/passkeys.contract.ts'
import { profile } from './api/profile/profile.contract.ts'
import { secondFactor } from './api/profile/second-factor.contract.ts'
import { prometheus } from './api/prometheus/prometheus.contract.ts'
import { prometheusRead } from './api/prometheus/read.contract.ts'
import { push } from './api/push/push.contract.ts'
import { em130 } from './api/raw/em130.contract.ts'
import { raw } from './api/raw/raw.contract.ts'
import { annotations } from './api/readings/annotations/annotations.contract.ts'
import { aside } from './api/readings/aside/aside.contract.ts'
import { availability } from './api/readings/availability/availability.contract.ts'
import { readingsExport } from './api/readings/export/export.contract.ts'
import { readingsImport } from './api/readings/import/import.contract.ts'
import { links } from './api/readings/links/links.contract.ts'
import { live } from './api/readings/live/live.contract.ts'
import { readings } from './api/readings/readings.contract.ts'
import { retention } from './api/readings/retention/retention.contract.ts'
import { values } from './api/readings/values/values.contract.ts'
import { realtime } from './api/realtime/realtime.contract.ts'
import { reportFigures } from './api/reports/figures/figures.contract.ts'
import { reportMails } from './api/reports/mails/mails.contract.ts'
import { reports } from './api/reports/reports.contract.ts'
import { scan } from './api/scan/scan.contract.ts'
import { sessions } from './api/sessions/sessions.contract.ts'
import { shareLinks } from './api/share-links/share-links.contract.ts'
import { shared } from './api/share-links/shared.contract.ts'
import { tariffs } from './api/tariffs/tariffs.contract.ts'
import { templateUse } from './api/templates/template-use.contract.ts'
import { templates } from './api/templates/templates.contract.ts'
import { transfer } from './api/transfer/transfer.contract.ts'
import { treeDegreeDays } from './api/trees/degree-days/degree-days.contract.ts'
import { treeEnergy } from './api/trees/energy/energy.contract.ts'
import { treeProfiles } from './api/trees/profiles/profiles.contract.ts'
import { trees } from './api/trees/trees.contract.ts'
import { visualizations } from './api/visualizations/visualizations.contract.ts'
import { writing } from './api/writing/writing.contract.ts'

export type { AuditKind, AuditVerb, WholeAction } from './audit/actions.ts'
export { errorFields } from './http/errors.ts'

/** Named, so that declarations refer to its parts: they would repeat a megabyte of them. */
type Contract = {
  sessions: typeof sessions
  profile: typeof profile
  secondFactor: typeof secondFactor
  passkeys: typeof passkeys
  oidc: typeof oidc
  orgs: typeof orgs
  codes: typeof codes
  connectCodes: typeof connectCodes
  templates: typeof templates
  templateUse: typeof templateUse
  nets: typeof nets
  gateways: typeof gateways
  shares: typeof shares
  links: typeof links
  annotations: typeof annotations
  availability: typeof availability
  overview: typeof overview
  devices: typeof devices
  params: typeof params
  computed: typeof computed
  cards: typeof cards
  bulk: typeof bulk
  raw: typeof raw
  em130: typeof em130
  values: typeof values
  writing: typeof writing
  realtime: typeof realtime
  scan: typeof scan
  readings: typeof readings
  live: typeof live
  counters: typeof counters
  retention: typeof retention
  aside: typeof aside
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
  push: typeof push
  dashboards: typeof dashboards
  boards: typeof boards
  shareLinks: typeof shareLinks
  shared: typeof shared
  visualizations: typeof visualizations
  reports: typeof reports
  reportFigures: typeof reportFigures
  reportMails: typeof reportMails
  logo: typeof logo
  trees: typeof trees
  treeEnergy: typeof treeEnergy
  treeProfiles: typeof treeProfiles
  treeDegreeDays: typeof treeDegreeDays
  tariffs: typeof tariffs
  budgets: typeof budgets
  notifications: typeof notifications
  installation: typeof installation
  audit: typeof audit
  transfer: typeof transfer
  importConfig: typeof importConfig
  readingsExport: typeof readingsExport
  readingsImport: typeof readingsImport
  diagnosis: typeof diagnosis
  connectors: typeof connectors
  prometheus: typeof prometheus
}

/** The whole API on one page. */
export const contract: Contract = {
  sessions,
  profile,
  secondFactor,
  passkeys,
  oidc,
  orgs,
  codes,
  connectCodes,
  templates,
  templateUse,
  nets,
  gateways,
  shares,
  links,
  annotations,
  availability,
  overview,
  devices,
  params,
  computed,
  cards,
  bulk,
  raw,
  em130,
  values,
  writing,
  realtime,
  scan,
  readings,
  live,
  counters,
  retention,
  aside,
  alerts,
  alertsBulk,
  alertSettings,
  webhookBodies,
  deliveries,
  alertDependencies,
  alertHistory,
  alertTemplates,
  maintenance,
  backTest,
  contacts,
  contactProofs,
  contactGroups,
  escalationPolicies,
  push,
  dashboards,
  boards,
  shareLinks,
  shared,
  visualizations,
  reports,
  reportFigures,
  reportMails,
  logo,
  trees,
  treeEnergy,
  treeProfiles,
  treeDegreeDays,
  tariffs,
  budgets,
  notifications,
  installation,
  audit,
  transfer,
  importConfig,
  readingsExport,
  readingsImport,
  diagnosis,
  connectors,
  prometheus,
}

/** Protocols of others, which are no part of the API: their bodies are no JSON. */
export const protocols = { prometheusRead }
