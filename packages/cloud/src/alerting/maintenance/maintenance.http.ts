import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Change, record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { timeZoneOf } from '../../energy/reports/reports.sql.ts'
import type { AlertingNeeds } from '../needs.ts'
import type { maintenance } from './maintenance.contract.ts'
import { listedWindow, nextWindows, ruleOf, shownWindowOf, windowOf } from './maintenance.rules.ts'
import {
  countOwn,
  countWindows,
  deleteWindow,
  insertWindow,
  type NewWindow,
  updateWindow,
  type WindowRow,
  windowsMax,
  windowsOf,
} from './maintenance.sql.ts'

export const maintenanceHandlers: Handlers<typeof maintenance, AlertingNeeds> = {
  list: async ({ db: { sql }, now }, { orgId }) => {
    const on = now().getTime()
    return (await windowsOf(sql, orgId)).map((row) => listedWindow(row, on))
  },

  preview: async ({ db: { sql }, now }, { orgId, rule }) => {
    const timeZone = await timeZoneOf(sql, orgId)
    return { timeZone, next: nextWindows(ruleOf(rule), timeZone, now().getTime()) }
  },

  create: (call, { orgId, ...input }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const window = windowOf(input)
      await needOwn(tx, orgId, window)
      if ((await countWindows(tx, orgId)) >= windowsMax)
        throw badRequest(`must be at most ${windowsMax} in an organization`)
      const id = await insertWindow(tx, orgId, window, call.caller.accountName, call.now())
      await record(tx, orgId, call, { ...auditEntry('create', id), after: shownWindowOf({ ...window, id }) })
      return { id }
    }),

  change: (call, { windowId, orgId, ...input }) =>
    withLockedWindow(call, orgId, windowId, async (tx, before) => {
      const window = windowOf(input)
      await needOwn(tx, orgId, window)
      await updateWindow(tx, orgId, windowId, window)
      const after = shownWindowOf({ ...window, id: windowId })
      await record(tx, orgId, call, { ...auditEntry('change', windowId), ...difference(shownWindowOf(before), after) })
    }),

  delete: (call, { windowId, orgId }) =>
    withLockedWindow(call, orgId, windowId, async (tx, before) => {
      await deleteWindow(tx, orgId, windowId)
      await record(tx, orgId, call, { ...auditEntry('delete', windowId), before: shownWindowOf(before) })
    }),
}

const badRequest = (message: string): Refusal => new Refusal('IncorrectRequest', `body: maintenance windows ${message}`)

const auditEntry = (operation: 'create' | 'change' | 'delete', objectId: number): Change => ({
  action: `maintenance-window.${operation}`,
  objectKind: 'maintenance-window',
  objectId,
})

/** Objects of another organization count as missing. */
const needOwn = async (tx: Tx, orgId: number, window: NewWindow): Promise<void> => {
  const ownCounts = await countOwn(tx, orgId, window)
  for (const key of ['netIds', 'deviceIds', 'alertIds'] as const) {
    if (ownCounts[key] !== window[key].length) throw new Refusal('ObjectNotFound', `body.${key}: not all of them exist`)
  }
}

/** Does something to a window that is locked meanwhile. */
const withLockedWindow = (
  { db }: AlertingNeeds,
  orgId: number,
  windowId: number,
  work: (tx: Tx, window: WindowRow) => Promise<void>,
): Promise<Record<string, never>> =>
  db.tx(async (tx) => {
    await lockOrg(tx, orgId)
    const [window] = await windowsOf(tx, orgId, windowId)
    if (window === undefined) throw new Refusal('ObjectNotFound')
    await work(tx, window)
    return {}
  })
