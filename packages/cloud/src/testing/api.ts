import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { actionTypes } from '@busbar/alerts/channels'
import type { Database } from '@busbar/database'
import { DatabaseProbe } from '@busbar/database/health'
import { testDatabase } from '@busbar/database/testing'
import { RateLimit, VirtualClock } from '@busbar/kit'
import { AddressRanges } from '@busbar/kit/net'
import type { ModbusClient } from '@busbar/polling'
import { ClockWatch, History } from '@busbar/readings'
import { closeApp } from '@busbar/wire/server'
import { forgettingDatabase } from '../accounts/access/forgetting-database.ts'
import { RoleCache } from '../accounts/access/role-cache.ts'
import { type Role, roles } from '../accounts/access/roles.ts'
import { ShareLinks } from '../accounts/access/share-links.ts'
import type { ContentsOf } from '../accounts/access/shared-contents.ts'
import { cheap } from '../accounts/access/testing/passwords.ts'
import { AccountMails } from '../accounts/mail/account-mails.ts'
import { Oidc, type OidcOptions } from '../accounts/oidc/oidc.ts'
import { testSecrets } from '../accounts/sealing/testing/test-secrets.ts'
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
import { composeMail } from '../energy/report-mails/compose-mail.ts'
import { ReportMailer } from '../energy/report-mails/report-mailer.ts'
import { EnergyKeeper } from '../energy/stored/energy-keeper.ts'
import { Diagnosis } from '../field/diagnosis/diagnosis.ts'
import { GatewayReports } from '../field/gateways/gateway-reports.ts'
import { Scans } from '../field/scan/scans.ts'
import { answerLimits } from '../fields/answer-limits.ts'
import { recheckStreams } from '../history/values/live.http.ts'
import { Connectors } from '../integrations/connectors.ts'
import { writeByConnector } from '../integrations/write-by-connector.ts'
import { LiveHub } from '../live/live-hub.ts'
import type { InstallationOptions } from '../operations/installation/installation.ts'
import { testInstallation } from '../operations/installation/testing/installation.ts'
import { Admission, type AdmissionLimits } from '../server/admission/admission.ts'
import { TrustedProxies } from '../server/client/client-address.ts'
import { type ApiNeeds, createApi } from '../start/api.ts'
import { createWorkers, stopWorkers } from '../start/create-service.ts'

export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

/** A whole service on a database of its own: one organization with a member of every role, and a stranger. */
export interface TestApi {
  service: ApiNeeds
  reportMailer: ReportMailer
  clock: VirtualClock
  orgId: number
  /** Another organization; `stranger` is its owner. */
  otherOrgId: number
  tokens: Readonly<Record<Role | 'stranger', string>>
  accounts: Readonly<Record<Role | 'stranger', number>>
  url: string
  /** What a service keeps in files. */
  dataFolder: string
  call: (as: Role | 'stranger' | null, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>
  /** Ends what uses the database, before that is gone. */
  atEnd: (end: () => Promise<void>) => void
}

/** Alerts are not judged. */
const idleJudging: AlertingOptions['watch'] = {
  confirm: () => Promise.resolve('inactive'),
  confirmEach: () => Promise.resolve(new Map()),
  state: () => null,
  hold: () => null,
}

export interface TestApiOptions {
  /** For tests whose other parts live by the same time. */
  clock?: VirtualClock
  /** A migrated database without rows; without it a new one of the tests' server. */
  db?: Database
  /** By how much the wall clock was set. */
  setMs?: () => number
  quotaPerMinute?: number
  /** Without it there are places for as many as everywhere. */
  passwords?: Passwords
  /** How much is read at once; without it as much as everywhere. */
  admission?: AdmissionLimits
  isKeylessAllowed?: boolean
  /** Where hosts of brokers are; without it none may be dialled. */
  find?: (host: string, port: number, orgId: number) => Promise<string>
  /** Origins of pages that may use the API; without it there are none. */
  origins?: readonly string[]
  /** Addresses of proxies; without it there are none. */
  trusted?: readonly string[]
  /** The mail server; without it no mail is sent. */
  smtp?: URL
  /** Hears what goes wrong in requests; without it nothing may. */
  onError?: (details: object, message: string) => void
  /** The links to networks; without it there are none. */
  field?: ApiNeeds['field']
  /** Whether it has tunnels to gateways; without it none. */
  hasVpn?: boolean
  /** What raw requests reach besides networks. */
  raw?: Partial<ApiNeeds['raw']>
  /** How polling goes; without it nothing is polled. */
  polling?: ApiNeeds['polling']
  /** What went over the lines; without it nothing did. */
  diagnosis?: Diagnosis
  /** Judges alerts; without it they are not judged. */
  judging?: Partial<AlertingOptions['watch']>
  /** Ways to reach people; without it there are all. */
  ways?: ReturnType<AlertingOptions['channels']>
  /** Sends at once; without it everything arrives. */
  sendNow?: AlertingOptions['sendNow']
  /** Parts of what the administrator sees. */
  installation?: Partial<InstallationOptions>
  /** Providers by which people sign in; without it there are none. */
  oidc?: Pick<OidcOptions, 'providers' | 'fetch'>
  /** What shared objects show; without it what they do. */
  contentsOf?: ContentsOf
}

const fail = (details: object, message: string): void => assert.fail(`${message}: ${JSON.stringify(details)}`)
/** Longer than any answer takes; what is left then waits for nothing. */
const closeMs = 5000
const nobody: ModbusClient = {
  ask: () => Promise.resolve({ err: 'no-connection' }),
  transact: () => Promise.resolve({ err: 'no-connection' }),
}
const notPolled = { state: 'disabled', nextReadOn: null, lastPollOn: null, lastDurationMs: null } as const

/** Starts it for a test; the wall clock is the virtual one, from 2026-11-14 on. */
export const startApi = async (t: Pick<TestContext, 'after'>, options: TestApiOptions = {}): Promise<TestApi> => {
  const db = options.db ?? (await testDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'busbar-api-'))
  const clock = options.clock ?? new VirtualClock()
  const now = (): Date => new Date(Date.UTC(2026, 10, 14) + clock.now() + (options.setMs?.() ?? 0))
  const sessions = new Sessions({ sql: db.sql, clock, now })
  const orgRoles = new RoleCache(db.sql)
  const contentsOf: ContentsOf = options.contentsOf ?? ((orgId, object) => sharedContents(db.sql, orgId, object))
  const shareLinks = new ShareLinks({ sql: db.sql, clock, now, contentsOf })
  const history = new History({ sql: db.sql })
  const field = options.field ?? { link: () => undefined }
  const writing = new Writing({ sql: db.sql, clock })
  const workers = createWorkers(clock)
  const newBoot = (): string => randomUUID().slice(0, 8)
  const live = new LiveHub({ clock, now, newBoot })
  const diagnosis = options.diagnosis ?? new Diagnosis({ clock, newBoot, now })
  const answering = new DatabaseProbe({ sql: db.sql, clock, log: { info: () => {}, error: () => {} } })
  const smtp = () => (options.smtp === undefined ? null : { url: options.smtp, from: 'busbar@example.org' })
  const reportMailer = new ReportMailer({
    db,
    clock,
    now,
    smtp,
    compose: (mail) => composeMail({ db, now, history }, mail, 'https://busbar.example'),
    onMailQueued: () => service.mails.wake(),
    log: { error: () => {} },
  })
  const secrets = testSecrets()
  const service: ApiNeeds = {
    db: forgettingDatabase(db, [sessions.cache, orgRoles.cache, shareLinks.cache]),
    answering,
    clock,
    now,
    secrets,
    publicKey: Buffer.alloc(32, 7),
    passwords: options.passwords ?? new Passwords({ cost: cheap }),
    sessions,
    orgRoles,
    shareLinks,
    guesses: new GuessLimits(clock),
    quotas: { taken: new RateLimit({ clock, windowMs: 60_000 }), perMinute: options.quotaPerMinute ?? 0 },
    devices: new KnownDevices(db.sql, now),
    challenges: new Challenges(db.sql, now, Buffer.alloc(32, 9)),
    oidc: new Oidc({
      providers: [],
      fetch,
      publicUrl: () => 'https://busbar.example',
      key: Buffer.alloc(32, 9),
      clock,
      now,
      ...options.oidc,
    }),
    mails: new AccountMails({
      db,
      clock,
      now,
      smtp,
      language: 'en',
      publicUrl: () => 'https://busbar.example',
      log: { error: () => {} },
    }),
    reportMailer,
    proxies: new TrustedProxies(AddressRanges.of(...(options.trusted ?? []))),
    version: '0.1.0',
    map: { tiles: null, attribution: null },
    limits: answerLimits,
    trees: new TreeCache(),
    ...workers,
    templateAlerts: { refresh: refreshTemplateAlerts },
    admission: new Admission({
      clock,
      log: { info: () => {}, warn: () => {} },
      ...(options.admission && { limits: options.admission }),
    }),
    isKeylessAllowed: options.isKeylessAllowed ?? false,
    setupCode: null,
    publicUrl: 'https://busbar.example',
    history,
    energy: new EnergyKeeper({ db, clock, now, history, log: { error: fail } }),
    clockWatch: new ClockWatch({ db, clock, now, log: { info: () => {}, error: () => {} } }),
    field,
    remoteNets: null,
    nodes: null,
    remoteScans: null,
    polling: options.polling ?? { deviceState: () => notPolled, netStatistics: () => null },
    live,
    diagnosis,
    raw: {
      waiting: () => [],
      dialled: { find: () => Promise.resolve(null), use: (_caller, _target, work) => work(nobody) },
      ...options.raw,
    },
    gatewayReports: new GatewayReports({
      sql: db.sql,
      clock,
      now,
      log: { error: fail },
      field: { link: (netId) => field.link(netId), onConnection: () => () => {} },
      hasVpn: options.hasVpn ?? false,
    }),
    realtime: new Realtime({ clock, link: (netId) => field.link(netId) }),
    scans: new Scans({ clock, newId: randomUUID, log: { error: fail } }),
    writing,
    outcomes: new CommandOutcomes({ db, clock, now, log: { info: () => {}, error: options.onError ?? fail }, folder }),
    alerting: new Alerting({
      clock,
      watch: { ...idleJudging, ...options.judging },
      webhookSecret: (orgId) => Promise.resolve(`secret of ${orgId}`),
      push: { publicKey: null, sendTest: () => Promise.resolve({ ok: true }) },
      sendNow: options.sendNow ?? (() => Promise.resolve({ ok: true })),
      channels: () => options.ways ?? new Set(actionTypes),
      sms: { price: '0.1', limit: '50' },
    }),
    connectors: new Connectors({
      sql: db.sql,
      secrets,
      clock,
      now,
      random: () => 0.5,
      find: options.find ?? (() => Promise.reject(new Error('address not allowed'))),
      publicUrl: () => 'https://busbar.example',
      history,
      live,
      write: (...command) => writeByConnector(service)(...command),
      log: { info: () => {}, error: fail },
    }),
    installation: testInstallation(clock, now, options.installation),
    log: { info: () => {}, error: fail },
  }
  const app = createApi(service, {
    checkReplies: true,
    origins: new Set(options.origins),
    log: { error: options.onError ?? fail },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  recheckStreams(service)
  await sessions.start()
  await orgRoles.start()
  await shareLinks.start()
  live.start()
  diagnosis.exchanges.start()
  writing.start()
  await service.outcomes.start()
  const ends: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
    await service.connectors.stop()
    live.stop()
    diagnosis.exchanges.stop()
    service.scans.stop()
    await service.mails.stop()
    await closeApp(app, closeMs)
    await writing.stop()
    await service.outcomes.stop()
    await history.stop()
    await stopWorkers(workers)
    await shareLinks.stop()
    await orgRoles.stop()
    await sessions.stop()
    await db.close()
    rmSync(folder, { recursive: true })
  })
  const { orgId, accounts } = await makeOrg(service, 'Test')
  const other = await makeOrg(service, 'Other')
  const everybody = { ...accounts, stranger: other.accounts.owner }
  const opened: [string, string][] = []
  for (const [who, id] of Object.entries(everybody)) opened.push([who, (await sessions.open(id, null)).token])
  const tokens = Object.fromEntries(opened) as TestApi['tokens']
  const call: TestApi['call'] = async (as, method, path, body) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (as !== null) headers['authorization'] = `token ${tokens[as]}`
    const sent = method === 'POST' ? { body: JSON.stringify(body ?? null) } : {}
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
  return {
    service,
    reportMailer,
    clock,
    orgId,
    otherOrgId: other.orgId,
    tokens,
    accounts: everybody,
    url,
    dataFolder: folder,
    call,
    atEnd: (end) => void ends.push(end),
  }
}

/** An organization with a member of every role. */
const makeOrg = async ({ db: { sql }, now }: ApiNeeds, name: string) => {
  const made = await sql<{ orgId: number; role: Role; id: number }[]>`
    with o as (insert into org (name, created_on) values (${name}, ${now()}) returning id),
      a as (insert into account (name, email, created_on)
        select role, gen_random_uuid() || '@example.org', ${now()} from unnest(${[...roles]}::text[]) as role
        returning id, name as role),
      m as (insert into membership (org_id, account_id, role) select o.id, a.id, a.role from o, a)
    select o.id as "orgId", a.role, a.id from o, a`
  const [first] = made
  assert.ok(first)
  return {
    orgId: first.orgId,
    accounts: Object.fromEntries(made.map(({ role, id }) => [role, id])) as Record<Role, number>,
  }
}
