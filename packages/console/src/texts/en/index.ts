import { alertForm } from './alert-form.ts'
import { alertTemplates } from './alert-templates.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { backTest } from './back-test.ts'
import { charts } from './charts.ts'
import { clock } from './clock.ts'
import { common } from './common.ts'
import { computed } from './computed.ts'
import { contacts } from './contacts.ts'
import { dashboards } from './dashboards.ts'
import { deletion } from './deletion.ts'
import { dependencies } from './dependencies.ts'
import { device } from './device.ts'
import { energy } from './energy.ts'
import { energyEdit } from './energy-edit.ts'
import { errors } from './errors.ts'
import { health } from './health.ts'
import { holds } from './holds.ts'
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
import { palette } from './palette.ts'
import { param } from './param.ts'
import { paramSearch } from './param-search.ts'
import { people } from './people.ts'
import { pictures } from './pictures.ts'
import { profile } from './profile.ts'
import { push } from './push.ts'
import { quiet } from './quiet.ts'
import { reasons } from './reasons.ts'
import { reports } from './reports.ts'
import { sending } from './sending.ts'
import { settingsNav } from './settings-nav.ts'
import { sharing } from './sharing.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { tariff } from './tariff.ts'
import { trouble } from './trouble.ts'

export const en = {
  common,
  shell,
  palette,
  signIn,
  errors,
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
  tariff,
  pictures,
  reports,
  net,
  newNet,
  device,
  param,
  charts,
  clock,
  reasons,
  trouble,
  notification,
  offline,
  push,
  settingsNav,
  people,
  profile,
  orgSettings,
  audit,
  computed,
  many,
}
