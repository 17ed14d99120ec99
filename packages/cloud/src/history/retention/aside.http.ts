import { acceptAside, asideGroups, countAside, discardAside } from '@busbar/readings/aside'
import { Refusal } from '@busbar/wire/server'
import { mayActForAll } from '../../accounts/access/installation-admin.sql.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { HistoryNeeds } from '../needs.ts'
import type { aside } from './aside.contract.ts'

export const asideHandlers: Handlers<typeof aside, HistoryNeeds> = {
  clock: async ({ clockWatch, now, db, caller }) => {
    const { state, aheadMs, since, lastStep } = clockWatch.trusted.status()
    return {
      now: isoOf(now().getTime()),
      state,
      aheadSec: Math.round(aheadMs / 1000),
      since: isoOrNull(since),
      lastStep: lastStep && { on: isoOf(lastStep.on), bySec: Math.round(lastStep.byMs / 1000) },
      mayAccept: await mayActForAll(db.sql, caller.accountId),
    }
  },

  acceptClock: async (call, { orgId }) => {
    const { clockWatch, db, caller } = call
    // The clock is the whole installation's, not only this organization's.
    if (!(await mayActForAll(db.sql, caller.accountId))) {
      throw new Refusal('NotAuthorized', 'This needs an administrator of the installation.')
    }
    const before = clockWatch.trusted.status()
    const counts = await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { polls, chunks } = await clockWatch.setAside(tx, orgId)
      const after = { state: before.state, aheadSec: Math.round(before.aheadMs / 1000), polls, days: chunks }
      await record(tx, orgId, call, { action: 'org.accept-clock', objectKind: 'org', objectId: orgId, after })
      return { polls, days: chunks }
    })
    await clockWatch.believe()
    call.log.info({ orgId, by: caller.accountName }, 'the clock was confirmed as right')
    return counts
  },

  list: async ({ db }, { orgId }) =>
    (await asideGroups(db.sql, orgId)).map(({ from, till, believedFrom, believedTill, ...rest }) => ({
      ...rest,
      from: isoOf(from),
      till: isoOf(till),
      trustedFrom: isoOrNull(believedFrom),
      trustedTill: isoOrNull(believedTill),
    })),

  accept: async (call, { orgId, deviceId = null, times }) => {
    const { db, now, energy } = call
    const { polls, chunks: days } = await acceptAside(
      {
        db,
        now,
        markRecorded: (tx, some) => energy.inRecordingTx(tx, some),
        markDays: (tx, of, some) => energy.markDaysInTx(tx, of, some),
        finish: async (tx, accepted) => {
          if (accepted.polls + accepted.chunks === 0) return
          const after = { deviceId, times, polls: accepted.polls, days: accepted.chunks }
          await record(tx, orgId, call, { action: 'readings.accept', objectKind: 'org', objectId: orgId, after })
        },
      },
      { orgId, deviceId },
      times,
    )
    return { polls, days, left: polls + days === 0 ? 0 : await countAside(db.sql, { orgId, deviceId }, times) }
  },

  discard: (call, { orgId, deviceId = null }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { polls, chunks: days } = await discardAside(tx, { orgId, deviceId })
      const after = { deviceId, polls, days }
      if (polls + days > 0) {
        await record(tx, orgId, call, { action: 'readings.discard', objectKind: 'org', objectId: orgId, after })
      }
      return { polls, days }
    }),
}

/** The wire writes years with four digits. */
const lastOn = Date.UTC(9999, 11, 31)
const firstOn = Date.UTC(1, 0, 1)
const isoOf = (ms: number): string => new Date(Math.max(firstOn, Math.min(lastOn, Math.round(ms)))).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))
