import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { Server as TlsServer } from 'node:tls'
import { newPrivateKey, signingKey } from '@busbar/call-back'
import { monotonicClock } from '@busbar/kit'
import { createLog, type Log, limitRepeats } from '@busbar/kit/log'
import { ShutdownSteps } from '@busbar/kit/program'
import type { FastifyInstance } from 'fastify'
import { GuessLimits } from './access/guess-limits.ts'
import { KnownDevices } from './access/known-devices.ts'
import { Challenges } from './access/passkeys/challenges.ts'
import { Passwords } from './access/passwords.ts'
import { RateLimit } from './access/rate-limit.ts'
import { RoleCache } from './access/role-cache.ts'
import { newPassword } from './access/secrets.ts'
import { Sessions } from './access/sessions.ts'
import { ShareLinks } from './access/share-links.ts'
import { Alerting, type AlertingOptions } from './alerts/alerting.ts'
import { Push } from './alerts/delivery/channels/push.ts'
import type { SmtpOptions } from './alerts/delivery/channels/smtp.ts'
import type { Find } from './alerts/delivery/channels/webhook.ts'
import { mailFrom, waysOf } from './alerts/delivery/channels.ts'
import { Delivery } from './alerts/delivery/delivery.ts'
import { Escalations } from './alerts/escalation/escalations.ts'
import { writeByAlert } from './api/alerts/write-by-alert.ts'
import { answerLimits } from './api/answer-limits.ts'
import { isInstallationEmpty } from './api/orgs/orgs.sql.ts'
import { endStreamsInTime } from './api/readings/live/live.http.ts'
import { Realtime } from './api/realtime/realtime.ts'
import { ReportMailer } from './api/reports/mails/report-mailer.ts'
import { sharedContents } from './api/share-links/contents.ts'
import { seedTemplates } from './api/templates/seed.ts'
import { Answering } from './db/answering.ts'
import { writeBackup } from './db/backup/file.ts'
import { ScheduledBackups } from './db/backup/scheduled.ts'
import { isDiskFull } from './db/embedded/disk.ts'
import { serverLog } from './db/embedded/server-log.ts'
import { stopMsMax } from './db/embedded/times.ts'
import { migrate } from './db/migrate.ts'
import { type Database, openDatabase } from './db/open.ts'
import { SoleService } from './db/sole-service.ts'
import { WriteProbe, writeOnce } from './db/write-probe.ts'
import type { Settings } from './env.ts'
import { Scans } from './field/scan/scans.ts'
import { backupMetrics, backupNotes } from './health/backup-metrics.ts'
import { deliveryMetrics } from './health/delivery-metrics.ts'
import { Heartbeat } from './health/heartbeat.ts'
import { one } from './health/metrics-text.ts'
import { monitoringMetrics } from './health/monitoring-metrics.ts'
import { connectionLimits, openFilesMax, watchOpenFiles } from './health/open-files.ts'
import { workNotes } from './health/work-problem.ts'
import { Admission } from './http/admission/admission.ts'
import { createApi } from './http/app.ts'
import { TrustedProxies } from './http/client/client-address.ts'
import { addConsole } from './http/console.ts'
import { addDocs } from './http/docs.ts'
import { addFirmware } from './http/firmware.ts'
import { addHealth, type HealthOptions, problemOf } from './http/health.ts'
import { addMetrics } from './http/metrics.ts'
import { prefix } from './http/prefix.ts'
import { seatConnections } from './http/seat-connections.ts'
import { ServedCertificate } from './http/served-certificate.ts'
import { AccountMails } from './mail/account-mails.ts'
import { UndeliveredNotices } from './mail/undelivered-notices.ts'
import { Monitoring } from './monitoring.ts'
import { loadChunks } from './readings/compaction/load.ts'
import type { Readings } from './readings/readings.ts'
import { installationKey } from './sealing/installation-key.ts'
import { keyPath } from './sealing/key-file.ts'
import type { Secrets } from './sealing/secrets.ts'
import { startSecrets } from './sealing/start.ts'
import type { Service } from './service.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { InterruptedCommands } from './writing/interrupted-commands.ts'
import { Writing } from './writing/writing.ts'

/** A running service. */
export interface Cloud {
  /** Of the API, with a slash at the end. */
  url: string
  /** Where gateways call in; null where they cannot. */
  callBack: string | null
  /** What makes the first owner, while there is no account. */
  setupCode: string | null
  /** Writes what was measured elsewhere before, straight as chunks; where there is a reading for a time already, that one stays. */
  loadHistory(orgId: number, paramId: number, readings: Readings): Promise<void>
  /** Resolves when the service cannot go on. */
  failed: Promise<Error>
  /** Lets requests that are under way finish, then closes everything. More than once does no harm. */
  stop(): Promise<void>
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const now = (): Date => new Date()
/** Of the five seconds that a stop may take while the database answers, most are for those who wait for an answer. */
const finishMs = 3000
const partMs = 1000

/** The whole service, from its database to its door. What was begun is undone when a later part fails. */
export const startCloud = async (
  settings: Settings,
  output: Log = createLog(settings['log-level']),
  /** The built web console, which is then served beside the API. */
  consoleFolder: string | null = null,
): Promise<Cloud> => {
  const log = limitRepeats(output, monotonicClock)
  const steps = new ShutdownSteps(output)
  steps.undo('log', partMs, () => log.end())
  try {
    const db = await openDatabase({
      dataFolder: settings.data,
      url: settings.db,
      log: serverLog(log),
    })
    steps.undo('database', partMs * 5 + stopMsMax, () => db.close())
    steps.undo('queries', partMs * 2, () => db.endQueries(partMs))
    const isShareable = settings.db !== undefined && db.sql.options.isUnprepared !== true
    const sole = isShareable ? new SoleService({ sql: db.sql, clock: monotonicClock, log }) : null
    steps.undo('lock on the database', partMs * 2, () => sole?.stop())
    await sole?.start()
    await migrate(db.sql)
    const secrets = await startSecrets(db, keyPath(settings), log)
    const key = await installationKey(db, secrets, newPrivateKey)
    await seedTemplates(db, now)

    const filesMax = openFilesMax()
    const limits = connectionLimits(filesMax)
    steps.undo('open files', partMs, watchOpenFiles({ clock: monotonicClock, log, filesMax }))
    const monitoring = new Monitoring({
      db,
      clock: monotonicClock,
      now,
      log,
      uptimeMs: () => uptime() * 1000,
      secrets,
      installationKey: key,
      settings,
      callersMax: limits.callBack,
    })
    const publicUrl = (): string => service.publicUrl
    const find: Find = (host, port, orgId) => monitoring.dialer.find(host, { port, orgId, isPortKept: true })
    const push = new Push({ sql: db.sql, find, key, publicUrl, now })
    const webhookSecret = (orgId: number): Promise<string | null> => delivery.webhookSecret(orgId)
    const told = { webhookSecret, push }
    const reportMailer = new ReportMailer({
      db,
      clock: monotonicClock,
      now,
      history: monitoring.history,
      smtp: smtpOf(settings),
      publicUrl,
      onTold: () => service.mails.wake(),
      log,
    })
    const service: Service = await createService(
      db,
      secrets,
      key,
      settings,
      monitoring,
      log,
      told,
      reportMailer,
      publicUrl,
    )
    const delivery = new Delivery({
      ...service,
      key,
      settings,
      publicUrl,
      find,
      push,
      write: writeByAlert(service),
      confirm: (seen, from) => monitoring.alerts.confirmAll(seen, from),
    })
    const { alerts: watch } = monitoring
    const escalations = new Escalations({ ...service, log, watched: (alertId) => watch.watched(alertId) })
    endStreamsInTime(service)
    await service.sessions.start()
    steps.undo('sessions', partMs, () => service.sessions.stop())
    await service.orgRoles.start()
    steps.undo('orgRoles', partMs, () => service.orgRoles.stop())
    await service.shareLinks.start()
    steps.undo('share links', partMs, () => service.shareLinks.stop())
    service.writing.start()
    steps.undo('writing', partMs, () => service.writing.stop())
    const interrupted = new InterruptedCommands(service)
    interrupted.start()
    steps.undo('interrupted commands', partMs, () => interrupted.stop())
    steps.undo('scans', partMs, () => service.scans.stop())
    steps.undo('sweep', partMs, sweepSessions(service, log))

    // Takes a moment of its own, and is done before polling and serving begin.
    const certificate = certificateOf(settings, log)
    const app = createApi(service, { log, tls: await certificate?.read() })
    certificate?.start((pair) => (app.server as unknown as TlsServer).setSecureContext(pair))
    steps.undo('certificate', partMs, () => certificate?.stop())
    addDocs(app, prefix, `${settings['public-url'] ?? ''}${prefix}`)

    await monitoring.start(steps)
    await delivery.start()
    steps.undo('delivery', partMs, () => delivery.stop())
    await escalations.start()
    steps.undo('escalations', partMs, () => escalations.stop())
    const backups = backupsOf(settings, db, log)
    await backups?.start()
    steps.undo('backups', partMs, () => backups?.stop())

    const notes = (): Record<string, string> => ({
      ...backupNotes(backups),
      ...workNotes(monitoring.alerts.status(), delivery.status(), now()),
    })
    const probe =
      settings.db === undefined ? null : new WriteProbe({ clock: monotonicClock, log, write: () => writeOnce(db) })
    probe?.start()
    steps.undo('probe', partMs, () => probe?.stop())
    const health: HealthOptions = {
      answering: service.answering,
      clockHealth: () => monitoring.clockWatch.trusted.status(),
      recording: () => monitoring.recorder.health(),
      isDiskFull: settings.db === undefined ? () => isDiskFull(settings.data) : undefined,
      writing: () => probe?.problem ?? null,
      notes,
    }
    addHealth(app, health)
    const heartbeat = heartbeatOf(settings, log, async () => {
      const { alerts, messages } = workNotes(monitoring.alerts.status(), delivery.status(), now())
      return (await problemOf(health)) ?? alerts ?? messages ?? null
    })
    steps.undo('heartbeat', partMs, () => heartbeat?.stop())
    const seats = seatConnections(app, {
      clock: monotonicClock,
      log,
      max: limits.http,
      isTrustedProxy: (address) => settings['trust-proxy'].has(address),
    })
    addMetrics(app, service, log, () => [
      one('busbar_http_connections', 'gauge', 'Connections that are open.', seats.size),
      one(
        'busbar_http_connections_refused_total',
        'counter',
        'Connections for which there was no room.',
        seats.refused,
      ),
      ...service.admission.metrics(),
      ...monitoringMetrics(monitoring),
      ...deliveryMetrics(delivery.status()),
      ...backupMetrics(backups),
      ...(heartbeat?.metrics() ?? []),
    ])
    delivery.addTo(app)
    if (settings.firmware !== undefined) addFirmware(app, settings.firmware)
    if (consoleFolder !== null) addConsole(app, consoleFolder, prefix, settings['map-tiles']?.origin)
    steps.undo('requests', finishMs + partMs, () => finish(app))
    steps.undo('admission', partMs, () => service.admission.stop())
    monitoring.live.start()
    steps.undo('streams', partMs, () => monitoring.live.stop())
    const url = await app.listen(settings.http)
    service.publicUrl ||= url
    service.mails.start()
    steps.undo('mails', partMs, () => service.mails.stop())
    reportMailer.start()
    steps.undo('report mails', partMs, () => reportMailer.stop())
    const undelivered = new UndeliveredNotices(service)
    undelivered.start()
    steps.undo('notices', partMs, () => undelivered.stop())
    heartbeat?.start()

    log.info({ url, version }, 'started')
    const { callBackAt: callBack } = monitoring
    return {
      url: `${url}${prefix}/`,
      callBack,
      setupCode: service.setupCode,
      loadHistory: (orgId, paramId, readings) => loadChunks(db.sql, orgId, paramId, readings),
      failed: Promise.race([db.failed, ...(sole === null ? [] : [sole.failed])]),
      stop: () => steps.undoAll(),
    }
  } catch (error) {
    await steps.undoAll()
    throw error
  }
}

const createService = async (
  db: Database,
  secrets: Secrets,
  key: Uint8Array | null,
  settings: Settings,
  monitoring: Monitoring,
  log: Log,
  told: Pick<AlertingOptions, 'webhookSecret' | 'push'>,
  reportMailer: ReportMailer,
  publicUrl: () => string,
): Promise<Service> => {
  const { clockWatch, history, energy, field, poller, live, raw, alerts } = monitoring
  const orgRoles = new RoleCache(db.sql)
  const answering = new Answering({ sql: db.sql, clock: monotonicClock, log })
  const sessions = new Sessions({ sql: db.sql, clock: monotonicClock, now })
  const shareLinks = new ShareLinks({
    sql: db.sql,
    clock: monotonicClock,
    now,
    contentsOf: (orgId, object) => sharedContents(db.sql, orgId, object),
  })
  return {
    db: shareLinks.watch(orgRoles.watch(sessions.watch(db))),
    answering,
    clock: monotonicClock,
    now,
    secrets,
    publicKey: key === null ? null : signingKey(key).publicKey,
    passwords: new Passwords(),
    sessions,
    orgRoles,
    shareLinks,
    guesses: new GuessLimits(monotonicClock),
    quotas: {
      taken: new RateLimit({ clock: monotonicClock, windowMs: 60_000 }),
      perMinute: settings.quota,
    },
    devices: new KnownDevices(db.sql, now),
    challenges: new Challenges(db.sql, now, key),
    proxies: new TrustedProxies(settings['trust-proxy']),
    mails: new AccountMails({
      db,
      clock: monotonicClock,
      now,
      log,
      smtp: smtpOf(settings),
      language: settings.language,
      publicUrl,
    }),
    reportMailer,
    version,
    map: { tiles: settings['map-tiles']?.template ?? null, attribution: settings['map-attribution'] ?? null },
    limits: answerLimits,
    admission: new Admission({ clock: monotonicClock, log }),
    isKeylessAllowed: settings['allow-keyless'],
    setupCode: (await isInstallationEmpty(db.sql)) ? newPassword(randomBytes) : null,
    publicUrl: settings['public-url'] ?? '',
    history,
    energy,
    clockWatch,
    field,
    polling: {
      deviceState: (deviceId) => monitoring.deviceState(deviceId),
      netStatistics: (netId) => poller.netStatistics(netId),
    },
    live,
    raw,
    writing: new Writing({ sql: db.sql, clock: monotonicClock }),
    alerting: new Alerting({
      clock: monotonicClock,
      judging: alerts,
      ...told,
      ways: waysOf(settings),
      sms: { price: settings['sms-price'], limit: settings['sms-limit'] },
    }),
    realtime: new Realtime({ clock: monotonicClock, link: (netId) => field.link(netId) }),
    scans: new Scans({ clock: monotonicClock, newId: randomUUID, log }),
    log,
  }
}

/** By which mails about accounts and reports go; null where none do. */
const smtpOf = ({ smtp, 'smtp-from': from, 'smtp-ca': ca }: Settings): SmtpOptions | null =>
  smtp === undefined ? null : { url: smtp, from: mailFrom(smtp, from), ca }

/** Null where it is not set up. */
const heartbeatOf = (settings: Settings, log: Log, problem: () => Promise<string | null>): Heartbeat | null => {
  const url = settings['heartbeat-url']
  return url === undefined ? null : new Heartbeat({ url, clock: monotonicClock, now, problem, log })
}

/** Null where they are not set up. */
const backupsOf = (settings: Settings, { reading: { sql } }: Database, log: Log): ScheduledBackups | null => {
  const { 'backup-folder': folder, 'backup-every': everyMs, 'backup-keep': keep } = settings
  if (folder === undefined) return null
  const write = (file: string, madeOn: Date): Promise<unknown> => writeBackup(sql, file, madeOn)
  return new ScheduledBackups({ folder, everyMs, keep, write, clock: monotonicClock, now, log })
}

/** What the service shows of itself; null where it speaks plain HTTP. */
const certificateOf = ({ 'https-cert': cert, 'https-key': key }: Settings, log: Log): ServedCertificate | null =>
  cert === undefined || key === undefined
    ? null
    : new ServedCertificate({ files: { cert, key }, clock: monotonicClock, log })

/** Those who have not got their answer after a while are cut off. */
const finish = async (app: FastifyInstance): Promise<void> => {
  const impatient = setTimeout(() => app.server.closeAllConnections(), finishMs)
  await app.close()
  clearTimeout(impatient)
}
