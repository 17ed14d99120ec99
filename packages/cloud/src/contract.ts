import { audit } from './api/audit/audit.contract.ts'
import { codes } from './api/codes/codes.contract.ts'
import { devices } from './api/devices/devices.contract.ts'
import { nets } from './api/nets/nets.contract.ts'
import { notifications } from './api/notifications/notifications.contract.ts'
import { orgs } from './api/orgs/orgs.contract.ts'
import { params } from './api/params/params.contract.ts'
import { sessions } from './api/sessions/sessions.contract.ts'
import { templates } from './api/templates/templates.contract.ts'
import { transfer } from './api/transfer/transfer.contract.ts'

export { errorFields } from './http/errors.ts'

/** The whole API on one page. */
export const contract = { sessions, orgs, codes, templates, nets, devices, params, notifications, audit, transfer }
