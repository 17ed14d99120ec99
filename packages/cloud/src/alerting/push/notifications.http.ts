import { rowJson } from '@busbar/database'
import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../start/service.ts'
import type { notifications } from './notifications.contract.ts'
import { dismiss, notificationsFor } from './notifications.sql.ts'

const listMax = 100

export const notificationsHandlers: Handlers<typeof notifications, Call> = {
  async list({ db, caller }) {
    const rows = await notificationsFor(db.sql, caller.accountId, listMax)
    return rows.map(rowJson)
  },

  async dismiss({ db, caller, now }, { notificationId }) {
    const created = await dismiss(db.sql, notificationId, caller.accountId, now())
    if (created === null) throw new Refusal('ObjectNotFound')
    return { status: 'ok', created }
  },
}
