import { auditHandlers } from './api/audit/audit.http.ts'
import { codesHandlers } from './api/codes/codes.http.ts'
import { devicesHandlers } from './api/devices/devices.http.ts'
import { netsHandlers } from './api/nets/nets.http.ts'
import { notificationsHandlers } from './api/notifications/notifications.http.ts'
import { orgsHandlers } from './api/orgs/orgs.http.ts'
import { paramsHandlers } from './api/params/params.http.ts'
import { sessionsHandlers } from './api/sessions/sessions.http.ts'
import { templatesHandlers } from './api/templates/templates.http.ts'
import { transferHandlers } from './api/transfer/transfer.http.ts'

/** One function for every endpoint of the contract. */
export const handlers = {
  sessions: sessionsHandlers,
  orgs: orgsHandlers,
  codes: codesHandlers,
  templates: templatesHandlers,
  nets: netsHandlers,
  devices: devicesHandlers,
  params: paramsHandlers,
  notifications: notificationsHandlers,
  audit: auditHandlers,
  transfer: transferHandlers,
}
