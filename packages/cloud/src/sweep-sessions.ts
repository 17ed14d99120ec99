import type { Log } from '@busbar/kit/log'
import { deleteDueOrgs } from './api/orgs/delete-due.ts'
import { sweepResets } from './mail/account-mails.sql.ts'
import type { Service } from './service.ts'

const sweepMs = 600_000

/** Sessions and links that ended by themselves, and organizations whose day is over, are removed now and then; the answer calls that off. */
export const sweepSessions = (service: Service, log: Log): (() => void) => {
  const { db, sessions, shareLinks, devices, challenges, clock } = service
  const sweep = (): void => {
    const swept = Promise.all([
      sessions.sweep(),
      shareLinks.sweep(),
      devices.sweep(),
      challenges.sweep(),
      sweepResets(db.sql, service.now()),
      deleteDueOrgs(service),
    ])
    void swept.catch((error: unknown) => log.error({ err: error }, 'what has ended was not swept'))
    cancel = clock.after(sweepMs, sweep)
  }
  let cancel = clock.after(sweepMs, sweep)
  return () => cancel()
}
