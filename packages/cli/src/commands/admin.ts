import type { Group } from '../command.ts'
import { backup, restore } from './admin/backup.ts'
import { claim } from './admin/claim.ts'
import { connectCode } from './admin/connect-code.ts'
import { db } from './admin/db.ts'
import { firmware } from './admin/firmware.ts'
import { key } from './admin/key.ts'
import { notification } from './admin/notification.ts'
import { org } from './admin/org.ts'
import { secrets } from './admin/secrets.ts'
import { user } from './admin/user.ts'
import { summaries } from './summaries.ts'

export const admin: Group = {
  summary: summaries.admin,
  commands: {
    org,
    user,
    key,
    'connect-code': connectCode,
    notification,
    claim,
    firmware,
    secrets,
    db,
    backup,
    restore,
  },
}
