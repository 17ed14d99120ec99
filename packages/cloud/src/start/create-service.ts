import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@busbar/database'
import { DatabaseProbe } from '@busbar/database/health'
import { type Clock, monotonicClock, RateLimit } from '@busbar/kit'
import { type Log } from '@busbar/kit/log'
import { availableChannels, mailFrom, type SmtpOptions } from '@busbar/messaging/channels'
import { signingKey } from '@busbar/uplink/handshake'
import { forgettingDatabase } from '../accounts/access/forgetting-database.ts'
import { RoleCache } from '../accounts/access/role-cache.ts'
import { newPassword } from '../accounts/access/secrets.ts'
import { ShareLinks } from '../accounts/access/share-links.ts'
import { AccountMails } from '../accounts/mail/account-mails.ts'
import { Oidc } from '../accounts/oidc/oidc.ts'
import { isInstallationEmpty } from '../accounts/orgs/orgs.sql.ts'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import { Challenges } from '../accounts/second-factor/challenges.ts'
import { GuessLimits } from '../accounts/sessions/guess-limits.ts'
import { KnownDevices } from '../accounts/sessions/known-devices.ts'
import { Passwords } from '../accounts/sessions/passwords.ts'
import { Sessions } from '../accounts/sessions/session-store.ts'
import { Alerting, type AlertingOptions } from '../alerting/alerting.ts'
import { refreshTemplateAlerts } from '../alerting/templates/refresh.ts'
import { Realtime } from '../commands/realtime/realtime.ts'
import { CommandOutcomes } from '../commands/writing/command-outcomes.ts'
import { Writing } from '../commands/writing/writing.ts'
import { sharedContents } from '../dashboards/share-links/contents.ts'
import { TreeCache } from '../devices/directory/tree-cache.ts'
import { ReportMailer } from '../energy/report-mails/report-mailer.ts'
import { Scans } from '../field/scan/scans.ts'
import { answerLimits } from '../fields/answer-limits.ts'
import { createReadingsParser } from '../history/import/text-source.ts'
import { createExpressionMatcher } from '../integrations/prometheus/read.http.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { RemoteScans, scanIdOf } from '../nodes/remote/remote-scans.ts'
import { InstallationSettings } from '../operations/installation/installation-settings.ts'
import { Admission } from '../server/admission/admission.ts'
import { TrustedProxies } from '../server/client/client-address.ts'
import type { Settings } from '../settings/env.ts'
import { createConfigReader } from '../transfer/import-config/import-config.ts'
import type { ApiNeeds } from './api.ts'
import { Monitoring } from './monitoring.ts'

interface ServiceParts {
  db: Database
  secrets: Secrets
  key: Uint8Array | null
  settings: Settings
  /** Settings, including those that administrators change at run time. */
  chosen: InstallationSettings
  monitoring: Monitoring
  nodes: Nodes | null
  alertDelivery: Pick<AlertingOptions, 'webhookSecret' | 'push' | 'sendNow'>
  reportMailer: ReportMailer
  publicUrl: () => string
  version: string
  now: () => Date
  log: Log
}

/** Creates the parts that the gates and handlers use. */
export const createService = async ({
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
}: ServiceParts): Promise<
  Omit<ApiNeeds, 'connectors' | 'installation' | 'remoteScans'> & { remoteScans: RemoteScans | null }
> => {
  const { clockWatch, history, energy, poller, live, diagnosis, raw, alerts, remoteNets, gatewayReports } = monitoring
  const field = { link: (netId: number) => monitoring.field.link(netId) ?? remoteNets?.link(netId) }
  const orgRoles = new RoleCache(db.sql)
  const answering = new DatabaseProbe({ sql: db.sql, clock: monotonicClock, log })
  const sessions = new Sessions({ sql: db.sql, clock: monotonicClock, now })
  const shareLinks = new ShareLinks({
    sql: db.sql,
    clock: monotonicClock,
    now,
    contentsOf: (orgId, object) => sharedContents(db.sql, orgId, object),
  })
  const newScanId = (): string => (nodes === null ? randomUUID() : scanIdOf(randomUUID(), nodes.id))
  const scans = new Scans({ clock: monotonicClock, newId: newScanId, log })
  return {
    db: forgettingDatabase(db, [sessions.cache, orgRoles.cache, shareLinks.cache]),
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
    oidc: new Oidc({ providers: settings.oidc ?? [], publicUrl, key, clock: monotonicClock, now, fetch }),
    proxies: new TrustedProxies(settings['trust-proxy']),
    mails: new AccountMails({
      db,
      clock: monotonicClock,
      now,
      log,
      smtp: () => smtpOf(chosen.current),
      language: settings.language,
      publicUrl,
    }),
    reportMailer,
    version,
    map: { tiles: settings['map-tiles']?.template ?? null, attribution: settings['map-attribution'] ?? null },
    limits: answerLimits,
    trees: new TreeCache(),
    admission: new Admission({ clock: monotonicClock, log }),
    ...createWorkers(monotonicClock),
    templateAlerts: { refresh: refreshTemplateAlerts },
    isKeylessAllowed: settings['allow-keyless'],
    setupCode: (await isInstallationEmpty(db.sql))
      ? newPassword(nodes === null ? randomBytes : sharedBytes(key))
      : null,
    publicUrl: settings['public-url'] ?? '',
    history,
    energy,
    clockWatch,
    field,
    remoteNets,
    nodes,
    polling: {
      deviceState: (deviceId) => monitoring.deviceState(deviceId),
      netStatistics: (netId) => poller.netStatistics(netId),
    },
    live,
    diagnosis,
    raw,
    gatewayReports,
    writing: new Writing({ sql: db.sql, clock: monotonicClock }),
    outcomes: new CommandOutcomes({ db, clock: monotonicClock, now, log, folder: settings.data }),
    alerting: new Alerting({
      clock: monotonicClock,
      watch: alerts,
      ...alertDelivery,
      channels: () => availableChannels(chosen.current),
      sms: { price: settings['sms-price'], limit: settings['sms-limit'] },
    }),
    realtime: new Realtime({ clock: monotonicClock, link: (netId) => field.link(netId) }),
    scans,
    remoteScans:
      nodes &&
      new RemoteScans({
        id: nodes.id,
        messages: nodes.messages,
        own: (act, scanId, accountId) => scans.act(act, scanId, accountId),
      }),
    log,
  }
}

/** Threads for input whose processing time cannot be estimated. */
export const createWorkers = (clock: Clock): Workers => ({
  configReader: createConfigReader(clock),
  readingsParser: createReadingsParser(clock),
  expressionMatcher: createExpressionMatcher(clock),
})

type Workers = Pick<ApiNeeds, 'configReader' | 'readingsParser' | 'expressionMatcher'>

export const stopWorkers = async ({ configReader, readingsParser, expressionMatcher }: Workers): Promise<void> => {
  await Promise.all([configReader.stop(), readingsParser.stop(), expressionMatcher.stop()])
}

/** The same on all nodes, and secret without the key of the installation. */
const sharedBytes = (key: Uint8Array | null) => (size: number) =>
  Buffer.from(hkdfSync('sha256', key ?? randomBytes(32), '', 'setup code', size))

/** Mail server for account mails and reports; null if none is configured. */
export const smtpOf = ({ smtp, 'smtp-from': from, 'smtp-ca': ca }: Settings): SmtpOptions | null =>
  smtp === undefined ? null : { url: smtp, from: mailFrom(smtp, from), ca }
