import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { signingKey } from '@busbar/call-back'
import { monotonicClock } from '@busbar/kit'
import { type Log } from '@busbar/kit/log'
import { forgettingDatabase } from './access/forgetting-database.ts'
import { GuessLimits } from './access/guess-limits.ts'
import { KnownDevices } from './access/known-devices.ts'
import { Oidc } from './access/oidc/oidc.ts'
import { Challenges } from './access/passkeys/challenges.ts'
import { Passwords } from './access/passwords.ts'
import { RateLimit } from './access/rate-limit.ts'
import { RoleCache } from './access/role-cache.ts'
import { newPassword } from './access/secrets.ts'
import { Sessions } from './access/sessions.ts'
import { ShareLinks } from './access/share-links.ts'
import { Alerting, type AlertingOptions } from './alerts/alerting.ts'
import type { SmtpOptions } from './alerts/delivery/channels/smtp.ts'
import { availableChannels, mailFrom } from './alerts/delivery/channels.ts'
import { answerLimits } from './answer-limits.ts'
import { isInstallationEmpty } from './api/orgs/orgs.sql.ts'
import { sharedContents } from './api/share-links/contents.ts'
import { DatabaseProbe } from './db/database-probe.ts'
import { type Database } from './db/open.ts'
import { TreeCache } from './directory/tree/tree-cache.ts'
import type { Settings } from './env.ts'
import { Scans } from './field/scan/scans.ts'
import { Admission } from './http/admission/admission.ts'
import { TrustedProxies } from './http/client/client-address.ts'
import { InstallationSettings } from './installation/installation-settings.ts'
import { AccountMails } from './mail/account-mails.ts'
import { Monitoring } from './monitoring.ts'
import type { Nodes } from './nodes/nodes.ts'
import { RemoteScans, scanIdOf } from './nodes/remote/remote-scans.ts'
import { Realtime } from './realtime/realtime.ts'
import { ReportMailer } from './report-mails/report-mailer.ts'
import type { Secrets } from './sealing/secrets.ts'
import type { Service } from './service.ts'
import { createWorkers } from './workers.ts'
import { CommandOutcomes } from './writing/command-outcomes.ts'
import { Writing } from './writing/writing.ts'

interface ServiceParts {
  db: Database
  secrets: Secrets
  key: Uint8Array | null
  settings: Settings
  /** Those that administrators set while it runs among them. */
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

/** What operations are handed. */
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
  Omit<Service, 'connectors' | 'installation' | 'remoteScans'> & { remoteScans: RemoteScans | null }
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
    workers: createWorkers(monotonicClock),
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

/** The same on all nodes, and secret without the key of the installation. */
const sharedBytes = (key: Uint8Array | null) => (size: number) =>
  Buffer.from(hkdfSync('sha256', key ?? randomBytes(32), '', 'setup code', size))

/** By which mails about accounts and reports go; null where none do. */
export const smtpOf = ({ smtp, 'smtp-from': from, 'smtp-ca': ca }: Settings): SmtpOptions | null =>
  smtp === undefined ? null : { url: smtp, from: mailFrom(smtp, from), ca }
