import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { Server as TlsServer } from 'node:tls'
import { Escalations } from '@busbar/alerts/escalation'
import { type Database, migrate } from '@busbar/database'
import { isDiskFull, stopMsMax } from '@busbar/database/embedded'
import { WriteProbe, writeOnce } from '@busbar/database/health'
import { monotonicClock } from '@busbar/kit'
import type { LimitedLog, Log } from '@busbar/kit/log'
import { ShutdownSteps } from '@busbar/kit/program'
import { Delivery } from '@busbar/messaging'
import { type HostLookup, Push } from '@busbar/messaging/channels'
import { loadChunks } from '@busbar/readings'
import type { Readings } from '@busbar/series'
import { newPrivateKey } from '@busbar/uplink/handshake'
import { closeApp } from '@busbar/wire/server'
import { UndeliveredNotices } from '../accounts/mail/undelivered-notices.ts'
import { installationKey } from '../accounts/sealing/installation-key.ts'
import { keyPath } from '../accounts/sealing/key-file.ts'
import { startSecrets } from '../accounts/sealing/start.ts'
import { sweepExpired } from '../accounts/sessions/sweep-sessions.ts'
import { type AlertingOptions, writeByAlert } from '../alerting/alerting.ts'
import { InterruptedCommands } from '../commands/writing/interrupted-commands.ts'
import { seedTemplates } from '../devices/templates/seed.ts'
import { BudgetWatch } from '../energy/budgets/budget-watch.ts'
import { readStoredBudget } from '../energy/budgets/read-budget.ts'
import { addAddressPage } from '../energy/report-mails/address-page.ts'
import { composeMail } from '../energy/report-mails/compose-mail.ts'
import { ReportMailer } from '../energy/report-mails/report-mailer.ts'
import { one } from '../fields/metrics-text.ts'
import { prefix } from '../fields/prefix.ts'
import { NightlyRetention } from '../history/retention/nightly-retention.ts'
import { recheckStreams } from '../history/values/live.http.ts'
import { Connectors } from '../integrations/connectors.ts'
import { writeByConnector } from '../integrations/write-by-connector.ts'
import { deleteDueOrgs } from '../operations/delete-due-orgs.ts'
import { backupMetrics, backupNotes } from '../operations/health/backup-metrics.ts'
import { connectorMetrics } from '../operations/health/connector-metrics.ts'
import { deliveryMetrics } from '../operations/health/delivery-metrics.ts'
import { addHealth, type HealthOptions, problemOf } from '../operations/health/health.ts'
import { Heartbeat } from '../operations/health/heartbeat.ts'
import { addMetrics, collectMetrics, serveMetrics } from '../operations/health/metrics.ts'
import { nodeMetrics } from '../operations/health/node-metrics.ts'
import { workNotes } from '../operations/health/work-problem.ts'
import { createInstallation } from '../operations/installation/create-installation.ts'
import { InstallationSettings } from '../operations/installation/installation-settings.ts'
import type { SamplePlant } from '../operations/installation/sample-plant.ts'
import { addConsole } from '../server/console.ts'
import { addFirmware } from '../server/firmware.ts'
import { limitConnections } from '../server/limit-connections.ts'
import { connectionLimits, openFilesMax, watchOpenFiles } from '../server/open-files.ts'
import { ServedCertificate } from '../server/served-certificate.ts'
import type { Settings } from '../settings/env.ts'
import { type ApiNeeds, createApi } from './api.ts'
import { createService, smtpOf, stopWorkers } from './create-service.ts'
import { addDocs } from './docs.ts'
import { Monitoring } from './monitoring.ts'
import { monitoringMetrics } from './monitoring-metrics.ts'
import { nodeFacts } from './node-facts.ts'
import { lockDatabase, openNodes } from './open-nodes.ts'
import { part, partMs, startParts } from './parts.ts'
import { nodeParts, shareWork } from './share-work.ts'
import { vpnOf } from './vpn-hub.ts'
import { workStatus } from './work-status.ts'

/** A running service. */
export interface Cloud {
  /** Base URL of the API, with a trailing slash. */
  url: string
  /** Address for gateways; null if they cannot connect. */
  callBack: string | null
  /** Code for creating the first owner; null once an account exists. */
  setupCode: string | null
  /** Imports earlier readings as chunks. Existing readings are kept. */
  loadHistory(orgId: number, paramId: number, readings: Readings): Promise<void>
  /** Resolves when the service cannot continue. */
  failed: Promise<Error>
  /** Completes running requests, then closes everything. Repeated calls have no effect. */
  stop(): Promise<void>
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const now = (): Date => new Date()
/** Time for running requests. It is most of the five seconds that a stop may take while the database responds. */
const finishMs = 3000

/** Arguments of `runCloud`. */
export interface CloudParts {
  settings: Settings
  output: Log
  /** The same log without repeated messages. */
  log: LimitedLog
  /** The database, whose server starts while this module loads. */
  opening: Promise<Database>
  /** The built web console, served beside the API; the build may still be running. */
  consoleFolder: Promise<string | null> | null
  /** Simulated sites for a sample organization. */
  plant: SamplePlant | null
}

/** Runs the whole service. If a part fails to start, the started ones are stopped. */
export const runCloud = async (parts: CloudParts): Promise<Cloud> => {
  const { settings, output, log, opening, consoleFolder, plant } = parts
  const steps = new ShutdownSteps(output)
  steps.undo('log', partMs, () => log.end())
  try {
    const db = await opening
    steps.undo('database', partMs * 5 + stopMsMax, () => db.close())
    steps.undo('queries', partMs * 2, () => db.endQueries(partMs))
    const sole = await lockDatabase(settings, db, log, steps)
    await migrate(db.sql)
    const secrets = await startSecrets(db, keyPath(settings), log)
    const key = await installationKey(db, secrets, newPrivateKey)
    const chosen = new InstallationSettings({ db, secrets, startSettings: settings, now, log })
    await chosen.load()
    const startedOn = now()
    // Runs in parallel: templates are required only when polling starts.
    const seeding = seedTemplates(db, now)
    seeding.catch(() => {})

    const filesMax = openFilesMax()
    const limits = connectionLimits(filesMax, settings['callback-max'])
    const fileWatch = watchOpenFiles({ clock: monotonicClock, log, filesMax })
    fileWatch.start()
    steps.undo('open files', partMs, () => fileWatch.stop())
    const facts = (): object => nodeFacts(monitoring)
    const nodes = await openNodes({ settings, db, key, version, now, log, facts }, steps)
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
      nodes,
    })
    const publicUrl = (): string => service.publicUrl
    const find: HostLookup = (host, port, orgId) => monitoring.dialer.find(host, { port, orgId, isPortKept: true })
    const push = new Push({ sql: db.sql, find, key, publicUrl, now })
    const webhookSecret = (orgId: number): Promise<string | null> => delivery.webhookSecret(orgId)
    const alertDelivery: Pick<AlertingOptions, 'webhookSecret' | 'push' | 'sendNow'> = {
      webhookSecret,
      push,
      sendNow: (message) => delivery.sendNow(message),
    }
    const reportMailer = new ReportMailer({
      db,
      clock: monotonicClock,
      now,
      smtp: () => smtpOf(chosen.current),
      compose: (mail) => composeMail({ db, now, history: monitoring.history }, mail, publicUrl()),
      onMailQueued: () => service.mails.wake(),
      log,
    })
    const { installation, backups, disk, sample } = await createInstallation({
      db,
      startSettings: settings,
      chosen,
      // The simulated sites run on this machine, where other nodes cannot reach them.
      plant: nodes === null ? plant : null,
      clock: monotonicClock,
      now,
      log,
      work: async () =>
        workStatus({ startedOn, problem: await workProblem(), monitoring, delivery: delivery.status() }),
      sendTest: (type, recipient) => delivery.sendTest(type, recipient),
      mayBackUp: nodes === null ? undefined : () => nodes.holds('backups'),
    })
    steps.undo('sample', partMs, () => sample.stop())
    const connectors = new Connectors({
      sql: db.sql,
      secrets,
      clock: monotonicClock,
      now,
      random: Math.random,
      find,
      publicUrl,
      history: monitoring.history,
      live: monitoring.live,
      isShared: nodes !== null,
      write: (...command) => writeByConnector(service)(...command),
      log,
    })
    const baseService = await createService({
      db,
      secrets,
      key,
      settings,
      chosen,
      monitoring,
      nodes,
      alertDelivery,
      reportMailer,
      publicUrl,
      version,
      now,
      log,
    })
    const { remoteScans } = baseService
    const service: ApiNeeds = {
      ...baseService,
      installation,
      connectors,
    }
    const delivery = new Delivery({
      ...service,
      key,
      settings: chosen.current,
      publicUrl,
      find,
      push,
      write: writeByAlert(service),
      // No other service uses the database in the data folder.
      isAlone: settings.db === undefined && nodes === null,
      confirm: (seen, from) => monitoring.alerts.confirmAll(seen, from),
    })
    chosen.onChange((current) => {
      delivery.apply(current)
      backups?.apply({ everyMs: current['backup-every'], keep: current['backup-keep'] })
      service.mails.wake()
      reportMailer.wake()
    })
    const { alerts: watch } = monitoring
    recheckStreams(service)
    const interrupted = new InterruptedCommands(service)
    // Reading the certificate and registering routes block the event loop, so they run before polling starts.
    const certificate = certificateOf(settings, log)
    const app = createApi(service, {
      log,
      tls: await certificate?.read(),
      mayUpgrade: (host) => certificate?.mayUpgrade(host) ?? false,
      origins: settings.cors,
    })
    addDocs(app, prefix, `${settings['public-url'] ?? ''}${prefix}`)
    const vpn = vpnOf({ settings, monitoring, db, key, now, log, publicUrl })
    if (nodes !== null) shareWork(nodes, { connectors, hasBackups: backups !== null, vpn })
    const isAlone = nodes === null
    await startParts(
      [
        part('sessions', service.sessions),
        part('roles', service.orgRoles),
        part('share links', service.shareLinks),
        part('writing', service.writing),
        part('outcomes of commands', service.outcomes),
        part('interrupted commands', interrupted),
        { name: 'scans', stop: () => service.scans.stop() },
        part('sweep', sweepExpired(service, [() => deleteDueOrgs(service)])),
        certificate && {
          name: 'certificate',
          start: () => certificate.start((pair) => (app.server as unknown as TlsServer).setSecureContext(pair)),
          stop: () => certificate.stop(),
        },
        ...(nodes === null ? [] : nodeParts(nodes, { service, interrupted, chosen, remoteScans })),
        { name: 'device templates', start: () => seeding },
        ...monitoring.parts(),
        // Stopped even if its start fails, so that no network interface remains.
        isAlone && vpn !== null ? { name: 'VPN', stop: () => vpn.stop(), stopMs: 2 * partMs } : null,
        { name: 'start of the VPN', start: () => (isAlone ? vpn?.start() : undefined) },
        part('delivery', delivery),
        part('escalations', new Escalations({ ...service, log, watched: (alertId) => watch.watched(alertId) })),
        {
          name: 'connectors',
          start: () => (isAlone ? connectors.start() : undefined),
          stop: () => connectors.stop(),
          stopMs: 2 * partMs,
        },
        part('work that runs once', nodes?.once ?? null, 3 * partMs),
        part('budgets', new BudgetWatch({ ...service, read: (budget) => readStoredBudget(service, budget), log })),
        part('backups', backups),
        part('disk', disk),
      ],
      steps,
    )

    const lateWork = () => workNotes(monitoring.alerts.status(), delivery.status(), now())
    const notes = (): Record<string, string> => ({ ...backupNotes(backups), ...lateWork() })
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
    const workProblem = async (): Promise<string | null> => {
      const { alerts, messages } = lateWork()
      return (await problemOf(health)) ?? alerts ?? messages ?? null
    }
    const heartbeat = heartbeatOf(settings, log, workProblem)
    const connectionSlots = limitConnections(app, {
      clock: monotonicClock,
      log,
      max: limits.http,
      isTrustedProxy: (address) => settings['trust-proxy'].has(address),
    })
    const metrics = collectMetrics(app, service, log, () => [
      one('busbar_http_connections', 'gauge', 'Connections that are open.', connectionSlots.size),
      one(
        'busbar_http_connections_refused_total',
        'counter',
        'Connections for which there was no room.',
        connectionSlots.refused,
      ),
      ...service.admission.metrics(),
      ...monitoringMetrics(monitoring),
      ...deliveryMetrics(delivery.status()),
      ...connectorMetrics(connectors.states()),
      ...backupMetrics(backups),
      ...nodeMetrics(nodes),
      ...(heartbeat?.metrics() ?? []),
    ])
    if (settings.metrics === undefined) addMetrics(app, metrics)
    else steps.undo('metrics', partMs, await serveMetrics(settings.metrics, metrics, log))
    delivery.addTo(app)
    addAddressPage(app, { db, now, onAnswered: () => reportMailer.wake() })
    if (settings.firmware !== undefined) addFirmware(app, settings.firmware)
    const folder = await consoleFolder
    if (folder !== null) addConsole(app, folder, prefix, settings['map-tiles']?.origin)
    let url = ''
    await startParts(
      [
        { name: 'requests', stop: () => closeApp(app, finishMs), stopMs: finishMs + partMs },
        { name: 'admission', stop: () => service.admission.stop() },
        { name: 'workers', stop: () => stopWorkers(service) },
        part('streams', monitoring.live),
        part('exchange streams', monitoring.diagnosis.exchanges),
        {
          name: 'listener',
          start: async () => {
            url = await app.listen(settings.http)
            service.publicUrl ||= url
          },
        },
        part('mails', service.mails),
        part('retention', new NightlyRetention({ db, clock: monotonicClock, now, log })),
        part('report mails', reportMailer),
        part('notices', new UndeliveredNotices(service)),
        part('heartbeat', heartbeat),
      ],
      steps,
    )

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

/** Null if no heartbeat is configured. */
const heartbeatOf = (settings: Settings, log: Log, problem: () => Promise<string | null>): Heartbeat | null => {
  const url = settings['heartbeat-url']
  return url === undefined ? null : new Heartbeat({ url, clock: monotonicClock, now, problem, log })
}

/** Certificate of the service; null for plain HTTP. */
const certificateOf = ({ 'https-cert': cert, 'https-key': key }: Settings, log: Log): ServedCertificate | null =>
  cert === undefined || key === undefined
    ? null
    : new ServedCertificate({ files: { cert, key }, clock: monotonicClock, log })
