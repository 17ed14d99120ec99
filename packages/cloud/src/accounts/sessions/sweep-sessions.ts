import { Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { deleteDueOrgs } from '../../operations/delete-due-orgs.ts'
import type { Service } from '../../start/service.ts'
import { sweepResets } from '../mail/account-mails.sql.ts'

const sweepMs = 600_000

/** Removes expired sessions and links, and organizations that are due for deletion. Each of them is swept also when another one fails. */
export const sweepSessions = (service: Service, log: Log): Periodic<() => Promise<unknown>> => {
  const { db, sessions, shareLinks, devices, challenges, clock } = service
  return new Periodic({
    name: 'sweep',
    clock,
    everyMs: sweepMs,
    items: () => [
      () => sessions.sweep(),
      () => shareLinks.sweep(),
      () => devices.sweep(),
      () => challenges.sweep(),
      () => sweepResets(db.sql, service.now()),
      () => deleteDueOrgs(service),
    ],
    run: (sweep) => sweep(),
    onError: (error) => log.error({ err: error }, 'what has ended was not swept'),
  })
}
