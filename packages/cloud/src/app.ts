import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monotonicClock } from '@busbar/modbus'
import type { FastifyInstance } from 'fastify'
import { GuessLimits } from './access/guess-limits.ts'
import { Passwords } from './access/passwords.ts'
import { newPassword } from './access/secrets.ts'
import { Sessions } from './access/sessions.ts'
import { Standings } from './access/standings.ts'
import { isInstallationEmpty } from './api/orgs/orgs.sql.ts'
import { seedTemplates } from './api/templates/seed.ts'
import { migrate } from './db/migrate.ts'
import { type Database, openDatabase } from './db/open.ts'
import type { Settings } from './env.ts'
import { createApi, prefix } from './http/app.ts'
import { addDocs, apiDocument } from './http/docs.ts'
import { addHealth } from './http/health.ts'
import { addMetrics } from './http/metrics.ts'
import { createLog, databaseLog, type Log } from './log.ts'
import type { Service } from './service.ts'
import { Steps } from './steps.ts'

/** A running service. */
export interface Cloud {
  /** Of the API, with a slash at the end. */
  url: string
  /** What makes the first owner, while there is nobody. */
  setupCode: string | null
  /** Resolves when the service cannot go on. */
  failed: Promise<Error>
  /** Lets requests that are under way finish, then closes everything. More than once does no harm. */
  stop(): Promise<void>
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const now = (): Date => new Date()
const sweepMs = 600_000
/** Of the five seconds that a stop may take, most are for those who wait for an answer. */
const finishMs = 3000
const partMs = 1000

/** The whole service, from its database to its door. What was begun is undone when a later part fails. */
export const startCloud = async (settings: Settings, log: Log = createLog(settings['log-level'])): Promise<Cloud> => {
  const steps = new Steps(log)
  try {
    const db = await openDatabase({
      dataFolder: settings.data,
      url: settings.db,
      log: databaseLog(log),
    })
    steps.undo('database', partMs * 5, () => db.close())
    steps.undo('queries', partMs * 2, () => db.sql.end({ timeout: partMs / 1000 }))
    await migrate(db.sql)
    await seedTemplates(db, now)

    const service = await createService(db, settings)
    await service.sessions.start()
    steps.undo('sessions', partMs, () => service.sessions.stop())
    await service.standings.start()
    steps.undo('standings', partMs, () => service.standings.stop())
    steps.undo('sweep', partMs, sweepSessions(service, log))

    const app = createApi(service, { quotaPerMinute: settings.quota, log })
    addHealth(app, db.sql)
    addMetrics(app, db.sql, log)
    addDocs(app, prefix, apiDocument(`${settings['public-url'] ?? ''}${prefix}`))
    steps.undo('requests', finishMs + partMs, () => finish(app))
    const url = await app.listen(settings.http)
    service.publicUrl ||= url

    log.info({ url, version }, 'started')
    return { url: `${url}${prefix}/`, setupCode: service.setupCode, failed: db.failed, stop: () => steps.undoAll() }
  } catch (error) {
    await steps.undoAll()
    throw error
  }
}

const createService = async (db: Database, settings: Settings): Promise<Service> => {
  const standings = new Standings(db.sql)
  return {
    db: standings.watch(db),
    clock: monotonicClock,
    now,
    passwords: new Passwords(),
    sessions: new Sessions({ sql: db.sql, clock: monotonicClock, now }),
    standings,
    guesses: new GuessLimits(monotonicClock),
    version,
    setupCode: (await isInstallationEmpty(db.sql)) ? newPassword(randomBytes) : null,
    publicUrl: settings['public-url'] ?? '',
  }
}

/** Sessions that ended by themselves are removed now and then; the answer calls that off. */
const sweepSessions = ({ sessions, clock }: Service, log: Log): (() => void) => {
  const sweep = (): void => {
    void sessions.sweep().catch((error: unknown) => log.error({ err: error }, 'sessions were not swept'))
    callOff = clock.after(sweepMs, sweep)
  }
  let callOff = clock.after(sweepMs, sweep)
  return () => callOff()
}

/** Those who have not got their answer after a while are cut off. */
const finish = async (app: FastifyInstance): Promise<void> => {
  const impatient = setTimeout(() => app.server.closeAllConnections(), finishMs)
  await app.close()
  clearTimeout(impatient)
}
