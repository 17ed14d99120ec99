import { smsSpent } from '@busbar/messaging/outbox'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import type { deliveries } from './deliveries.contract.ts'
import { shownUndelivered, undeliveredOf } from './deliveries.sql.ts'

export const deliveriesHandlers: Handlers<typeof deliveries, AlertingNeeds> = {
  undelivered: async ({ db: { sql }, now }, { orgId, lang = 'en' }) => {
    const rows = await undeliveredOf(sql, orgId, now())
    return rows.map(({ id, alertId, name, ...message }) => ({
      id,
      ...(alertId > 0 ? { alertId } : { netId: -alertId }),
      name,
      ...shownUndelivered(message, lang),
    }))
  },

  smsSpending: async ({ db: { sql }, alerting, now }, { orgId }) => {
    const { cost, count, limit } = await smsSpent(sql, orgId, alerting.sms, now())
    const month = now().toISOString().slice(0, 7)
    return { month, cost: Number(cost), count, limit: Number(limit), price: Number(alerting.sms.price) }
  },
}
