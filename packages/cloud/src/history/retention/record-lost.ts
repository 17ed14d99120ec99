import type { LostOptions } from '@busbar/readings'
import { type Actor, record } from '../../accounts/audit/record.ts'

/** Readings were lost: recorded, though no person did it. One record for each organization. */
export const recordLostAt =
  (now: () => Date): NonNullable<LostOptions['note']> =>
  async (tx, runs) => {
    const actor: Actor = { caller: { accountId: 0, accountName: 'busbar' }, from: 'service', now }
    for (const [orgId, lost] of Map.groupBy(runs, (run) => run.orgId)) {
      await record(tx, orgId, actor, {
        action: 'readings.lost',
        objectKind: 'org',
        objectId: orgId,
        after: {
          devices: new Set(lost.map(({ deviceId }) => deviceId)).size,
          polls: lost.reduce((sum, { polls }) => sum + polls, 0),
          from: new Date(Math.min(...lost.map(({ from }) => from))).toISOString(),
          till: new Date(Math.max(...lost.map(({ till }) => till))).toISOString(),
          reasons: [...new Set(lost.map(({ reason }) => reason))],
        },
      })
    }
  }
