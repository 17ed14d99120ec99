import type { Texts } from '../texts.ts'
import { alertForm } from './alert-form.ts'
import { alerts } from './alerts.ts'
import { backTest } from './back-test.ts'
import { charts } from './charts.ts'
import { clock } from './clock.ts'
import { common } from './common.ts'
import { contacts } from './contacts.ts'
import { dashboards } from './dashboards.ts'
import { deletion } from './deletion.ts'
import { dependencies } from './dependencies.ts'
import { device } from './device.ts'
import { errors } from './errors.ts'
import { health } from './health.ts'
import { holds } from './holds.ts'
import { maintenance } from './maintenance.ts'
import { net } from './net.ts'
import { newNet } from './new-net.ts'
import { overview } from './overview.ts'
import { palette } from './palette.ts'
import { param } from './param.ts'
import { paramSearch } from './param-search.ts'
import { pictures } from './pictures.ts'
import { quiet } from './quiet.ts'
import { reasons } from './reasons.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { trouble } from './trouble.ts'

export const ru: Texts = {
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
  backTest,
  quiet,
  holds,
  maintenance,
  dependencies,
  paramSearch,
  contacts,
  dashboards,
  pictures,
  net,
  newNet,
  device,
  param,
  charts,
  clock,
  reasons,
  trouble,
}
