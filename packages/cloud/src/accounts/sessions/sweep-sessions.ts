import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ShareLinks } from '../access/share-links.ts'
import { sweepResets } from '../mail/account-mails.sql.ts'
import type { AccountsNeeds } from '../needs.ts'

const sweepMs = 600_000

interface SweepNeeds extends Pick<AccountsNeeds, 'db' | 'sessions' | 'devices' | 'challenges' | 'now'> {
  shareLinks: ShareLinks
  clock: Clock
  log: Pick<Log, 'error'>
}

/** Deletes expired sessions and links, and what `others` delete. A failed deletion does not stop the others. */
export const sweepExpired = (
  { db, sessions, shareLinks, devices, challenges, clock, now, log }: SweepNeeds,
  others: readonly (() => Promise<unknown>)[],
): Periodic<() => Promise<unknown>> => {
  return new Periodic({
    name: 'sweep',
    clock,
    everyMs: sweepMs,
    items: () => [
      () => sessions.sweep(),
      () => shareLinks.sweep(),
      () => devices.sweep(),
      () => challenges.sweep(),
      () => sweepResets(db.sql, now()),
      ...others,
    ],
    run: (sweep) => sweep(),
    onError: (error) => log.error({ err: error }, 'deleting expired rows failed'),
  })
}
