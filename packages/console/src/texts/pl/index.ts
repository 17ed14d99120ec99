import type { Texts } from '../texts.ts'
import { alertForm } from './alert-form.ts'
import { alertTemplates } from './alert-templates.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { backTest } from './back-test.ts'
import { charts } from './charts.ts'
import { clock } from './clock.ts'
import { computed } from './computed.ts'
import { contacts } from './contacts.ts'
import { dashboards } from './dashboards.ts'
import { deletion } from './deletion.ts'
import { dependencies } from './dependencies.ts'
import { device } from './device.ts'
import { diagnosis } from './diagnosis.ts'
import { energy } from './energy.ts'
import { energyEdit } from './energy-edit.ts'
import { energyPlans } from './energy-plans.ts'
import { first } from './first.ts'
import { firstSteps } from './first-steps.ts'
import { gatewayState } from './gateway-state.ts'
import { gateways } from './gateways.ts'
import { health } from './health.ts'
import { holds } from './holds.ts'
import { imports } from './imports.ts'
import { installation } from './installation.ts'
import { integrations } from './integrations.ts'
import { library } from './library.ts'
import { maintenance } from './maintenance.ts'
import { many } from './many.ts'
import { map } from './map.ts'
import { net } from './net.ts'
import { newNet } from './new-net.ts'
import { notification } from './notification.ts'
import { offline } from './offline.ts'
import { orgSettings } from './org-settings.ts'
import { outage } from './outage.ts'
import { overview } from './overview.ts'
import { ownContacts } from './own-contacts.ts'
import { palette } from './palette.ts'
import { param } from './param.ts'
import { paramSearch } from './param-search.ts'
import { people } from './people.ts'
import { pictures } from './pictures.ts'
import { profile } from './profile.ts'
import { push } from './push.ts'
import { quiet } from './quiet.ts'
import { rawRequest } from './raw-request.ts'
import { readingFiles } from './reading-files.ts'
import { reasons } from './reasons.ts'
import { registers } from './registers.ts'
import { reports } from './reports.ts'
import { sending } from './sending.ts'
import { settingsNav } from './settings-nav.ts'
import { sharing } from './sharing.ts'
import { since } from './since.ts'
import { tariff } from './tariff.ts'
import { trouble } from './trouble.ts'
import { tryRequest } from './try-request.ts'
import { webhookBodies } from './webhook-bodies.ts'

export const pl: Texts = {
  ...first,
  palette,
  since,
  deletion,
  health,
  overview,
  alerts,
  alertForm,
  alertTemplates,
  backTest,
  quiet,
  outage,
  sending,
  holds,
  maintenance,
  dependencies,
  paramSearch,
  contacts,
  dashboards,
  sharing,
  map,
  energy,
  energyEdit,
  energyPlans,
  tariff,
  pictures,
  reports,
  net,
  newNet,
  device,
  param,
  charts,
  clock,
  readingFiles,
  reasons,
  trouble,
  library,
  notification,
  offline,
  push,
  computed,
  many,
  diagnosis,
  registers,
  webhookBodies,
  firstSteps,
  imports,
  installation,
  settingsNav,
  integrations,
  people,
  profile,
  orgSettings,
  audit,
  gateways,
  gatewayState,
  ownContacts,
  rawRequest,
  tryRequest,
}
