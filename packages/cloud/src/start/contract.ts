import { audit } from '../accounts/audit/audit.contract.ts'
import { oidc } from '../accounts/oidc/oidc.contract.ts'
import { logo } from '../accounts/orgs/logo.contract.ts'
import { orgs } from '../accounts/orgs/orgs.contract.ts'
import { passkeys } from '../accounts/second-factor/passkeys.contract.ts'
import { secondFactor } from '../accounts/second-factor/second-factor.contract.ts'
import { profile } from '../accounts/sessions/profile.contract.ts'
import { sessions } from '../accounts/sessions/sessions.contract.ts'
import { alerts } from '../alerting/alerts.contract.ts'
import { alertsBulk } from '../alerting/bulk.contract.ts'
import { contacts } from '../alerting/contacts/contacts.contract.ts'
import { contactGroups } from '../alerting/contacts/groups.contract.ts'
import { escalationPolicies } from '../alerting/contacts/policies.contract.ts'
import { contactProofs } from '../alerting/contacts/proofs.contract.ts'
import { backTest } from '../alerting/definition/back-test.contract.ts'
import { deliveries } from '../alerting/history/deliveries.contract.ts'
import { alertHistory } from '../alerting/history/history.contract.ts'
import { alertDependencies } from '../alerting/maintenance/dependencies.contract.ts'
import { maintenance } from '../alerting/maintenance/maintenance.contract.ts'
import { notifications } from '../alerting/push/notifications.contract.ts'
import { push } from '../alerting/push/push.contract.ts'
import { alertSettings } from '../alerting/settings/alert-settings.contract.ts'
import { webhookBodies } from '../alerting/settings/webhook-bodies.contract.ts'
import { alertTemplates } from '../alerting/templates/alert-templates.contract.ts'
import { diagnosis } from '../commands/diagnosis.contract.ts'
import { em130 } from '../commands/raw/em130.contract.ts'
import { raw } from '../commands/raw/raw.contract.ts'
import { realtime } from '../commands/realtime/realtime.contract.ts'
import { scan } from '../commands/scan/scan.contract.ts'
import { writing } from '../commands/writing/writing.contract.ts'
import { boards } from '../dashboards/boards/boards.contract.ts'
import { dashboards } from '../dashboards/dashboards.contract.ts'
import { overview } from '../dashboards/overview/overview.contract.ts'
import { shareLinks } from '../dashboards/share-links/share-links.contract.ts'
import { shared } from '../dashboards/share-links/shared.contract.ts'
import { visualizations } from '../dashboards/visualizations/visualizations.contract.ts'
import { bulk } from '../devices/bulk/bulk.contract.ts'
import { cards } from '../devices/cards/cards.contract.ts'
import { codes } from '../devices/codes/codes.contract.ts'
import { connectCodes } from '../devices/codes/connect-codes.contract.ts'
import { computed } from '../devices/computed/computed.contract.ts'
import { devices } from '../devices/devices.contract.ts'
import { nets } from '../devices/nets/nets.contract.ts'
import { shares } from '../devices/nets/shares.contract.ts'
import { params } from '../devices/params/params.contract.ts'
import { templateUse } from '../devices/templates/template-use.contract.ts'
import { templates } from '../devices/templates/templates.contract.ts'
import { budgets } from '../energy/budgets/budgets.contract.ts'
import { counters } from '../energy/counters/counters.contract.ts'
import { treeDegreeDays } from '../energy/profiles/degree-days.contract.ts'
import { treeProfiles } from '../energy/profiles/profiles.contract.ts'
import { reportFigures } from '../energy/report-figures/figures.contract.ts'
import { reportMails } from '../energy/report-mails/mails.contract.ts'
import { reports } from '../energy/reports/reports.contract.ts'
import { tariffs } from '../energy/tariffs/tariffs.contract.ts'
import { treeEnergy } from '../energy/tree-energy/energy.contract.ts'
import { trees } from '../energy/trees/trees.contract.ts'
import { gateways } from '../field/gateways/gateways.contract.ts'
import { annotations } from '../history/annotations.contract.ts'
import { readingsExport } from '../history/export/export.contract.ts'
import { readingsImport } from '../history/import/import.contract.ts'
import { availability } from '../history/links/availability.contract.ts'
import { links } from '../history/links/links.contract.ts'
import { readings } from '../history/readings.contract.ts'
import { aside } from '../history/retention/aside.contract.ts'
import { retention } from '../history/retention/retention.contract.ts'
import { live } from '../history/values/live.contract.ts'
import { values } from '../history/values/values.contract.ts'
import { connectors } from '../integrations/connectors.contract.ts'
import { prometheus } from '../integrations/prometheus/prometheus.contract.ts'
import { prometheusRead } from '../integrations/prometheus/read.contract.ts'
import { installation } from '../operations/installation/installation.contract.ts'
import { importConfig } from '../transfer/import-config/import-config.contract.ts'
import { transfer } from '../transfer/transfer.contract.ts'

export { type ChannelSetting, type ChannelType, channels, listedTypes } from '@busbar/alerts/channels'
export type { AuditKind, AuditVerb, WholeAction } from '../accounts/audit/actions.ts'
export { errorFields } from '../server/errors.ts'

/** A named type keeps declaration files small: they refer to the parts instead of repeating them. */
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

/** The endpoints of the whole API. */
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

/** Endpoints of third-party protocols, which are not part of the API and have no JSON bodies. */
export const protocols = { prometheusRead }
