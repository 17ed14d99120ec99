import { parseRanges } from '@busbar/kit/net'
import { address, logLevel, onOff, SettingProblem, type SettingsOf, setting, settingsReader } from '@busbar/kit/program'
import { botSettings, isLoginReadable, readCertificates, readProvider } from '@busbar/messaging/channels'
import { parseNetwork } from '@busbar/uplink/network'
import { z } from 'zod'
import { readOidc } from '../accounts/oidc/oidc-settings.ts'
import { parseRawAllow } from '../field/dialling/raw-allow.ts'
import { namedTimeZone } from '../fields/time-zone.ts'
import { natsProblem, parseNats } from '../nodes/messages/nats-url.rules.ts'

export { fileOf, SettingProblem } from '@busbar/kit/program'

const tlsModes = ['off', 'optional', 'required'] as const

const languages = ['en', 'pl', 'ru', 'ua'] as const

const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address like https://busbar.example.org' })
  .transform((text) => text.replace(/\/+$/, ''))
const integer = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from 0 to ${max}`)
    .transform(Number)
    .pipe(z.number().max(max, `a whole number from 0 to ${max}`))

const parsed = <T>(parse: (text: string) => { ok: T } | { err: string }) =>
  z.string().transform((text, { issues }) => {
    const read = parse(text)
    if ('ok' in read) return read.ok
    issues.push({ code: 'custom', input: text, message: read.err })
    return z.NEVER
  })
const origins = parsed((text) => {
  const all = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const wrong = all.find((one) => !/^https?:/.test(one) || URL.parse(one)?.origin !== one)
  return wrong === undefined
    ? { ok: new Set(all) }
    : { err: `origins like https://board.example.org, with nothing behind the host and its port; not ${wrong}` }
})
const file = z.string().min(1, 'a file')
/** A server with what opens it; `example` is how one looks. */
const server = (protocols: readonly string[], example: string) =>
  z.string().transform((text, { issues }) => {
    const url = URL.parse(text)
    if (url !== null && protocols.includes(url.protocol) && url.hostname !== '') return url
    issues.push({ code: 'custom', input: text, message: example })
    return z.NEVER
  })
const loginServer = (protocols: readonly string[], example: string) =>
  server(protocols, example).refine(isLoginReadable, `${example}, with each % in the user or password written as %25`)
const provider = z.string().transform((text, { issues }) => {
  const read = readProvider(text)
  if ('ok' in read) return read.ok
  issues.push({ code: 'custom', input: text, message: `the description of a provider, as JSON or a file: ${read.err}` })
  return z.NEVER
})
const certificates = z.string().transform((path, { issues }) => {
  const read = readCertificates(path)
  if ('ok' in read) return read.ok
  issues.push({ code: 'custom', input: path, message: `a file with certificates in PEM: ${read.err}` })
  return z.NEVER
})
const money = z.string().regex(/^\d{1,6}(\.\d{1,4})?$/, 'an amount like 0.05')
const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const spanMsMax = 366 * 86_400_000
const span = parsed((text) => {
  const [, digits, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const ms = Number(digits) * (unitsMs[unit] ?? Number.NaN)
  return ms <= spanMsMax ? { ok: ms } : { err: 'a time like 90m, 24h or 7d, at most 366d' }
})
const timeZone = parsed((text) => {
  const found = namedTimeZone(text)
  return found === null ? { err: 'a time zone like Europe/Kyiv' } : { ok: found }
})

const vpnPortDefault = 51_820
const vpnPlace = z.string().transform((text, { issues }) => {
  const [, host = '', digits] = /^([0-9a-zA-Z]+(?:[.-][0-9a-zA-Z]+)*)(?::([1-9]\d{0,4}))?$/.exec(text) ?? []
  const port = digits === undefined ? vpnPortDefault : Number(digits)
  if (host !== '' && host.length <= 253 && port <= 65_535) return { host, port }
  issues.push({
    code: 'custom',
    input: text,
    message: 'a host name or IPv4 address, as vpn.example.org or vpn.example.org:51820',
  })
  return z.NEVER
})

const tiles = z.string().transform((text, { issues }) => {
  const url = URL.parse(text.replaceAll(/[{}]/g, ''))
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => text.split(part).length === 2)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && /^[\w.-]+$|^\[[\da-f:]+\]$/i.test(url.hostname)
  if (isTemplate && isPlain && !/[{}]/.test(text.replaceAll(/\{[zxy]\}/g, '')))
    return { template: text, origin: url.origin }
  issues.push({ code: 'custom', input: text, message: 'an address like https://tiles.example.org/{z}/{x}/{y}.png' })
  return z.NEVER
})

/** Every setting of the service. */
export const settings = {
  http: setting({
    value: 'HOST:PORT',
    about: 'where the service listens (127.0.0.1:8080)',
    schema: address.prefault('127.0.0.1:8080'),
  }),
  'https-cert': setting({
    value: 'FILE',
    about: 'a certificate with its chain, in PEM: then it listens for https there; read again when it is replaced',
    schema: file.optional(),
  }),
  'https-key': setting({ value: 'FILE', about: 'the key of that certificate, in PEM', schema: file.optional() }),
  metrics: setting({
    value: 'HOST:PORT',
    about: 'where /metrics alone is served, by plain HTTP; then it is not served beside the API (none: beside the API)',
    schema: address.optional(),
  }),
  data: setting({
    value: 'DIR',
    about: 'where it keeps a PostgreSQL of its own (.data/cloud)',
    schema: z.string().min(1, 'a folder').prefault('.data/cloud'),
  }),
  db: setting({
    isSecret: true,
    value: 'URL',
    about: 'a PostgreSQL of yours instead, 15 or later',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'postgres://USER:PASSWORD@HOST:5432/DATABASE')
      .optional(),
    variable: 'DATABASE_URL',
  }),
  nats: setting({
    isSecret: true,
    value: 'URL',
    about:
      'lets several services share one database and its networks: the NATS server by which they talk, as nats://TOKEN@HOST:4222 or tls:, several with commas between them (none: this is the only one)',
    schema: parsed(parseNats).optional(),
  }),
  'nats-ca': setting({
    value: 'FILE',
    about: 'the certificates that vouch for that server, in PEM, where it has one of a private CA',
    schema: file.optional(),
  }),
  'nats-cert': setting({
    value: 'FILE',
    about: 'the certificate by which it knows this service, in PEM',
    schema: file.optional(),
  }),
  'nats-key': setting({ value: 'FILE', about: 'the key of that certificate, in PEM', schema: file.optional() }),
  'node-name': setting({
    value: 'NAME',
    about: 'what this service is called among those that share the database (the name of the machine)',
    schema: z.string().min(1).max(64, 'at most 64 characters').optional(),
  }),
  'secrets-key-file': setting({
    value: 'FILE',
    about:
      'the key that seals secrets in the database; made where nothing is sealed yet (secrets.key in the data folder)',
    schema: file.optional(),
  }),
  'public-url': setting({
    value: 'URL',
    about: 'how others reach the service, where a proxy stands before it',
    schema: webAddress.optional(),
  }),
  'trust-proxy': setting({
    value: 'RANGES',
    about:
      'addresses of reverse proxies, as 10.0.0.5,fd00::/8: what these say in Forwarded or X-Forwarded-For and X-Forwarded-Proto is believed, and gateways that call by way of them do not count as one (none)',
    schema: parsed(parseRanges).prefault(''),
    isList: true,
  }),
  cors: setting({
    value: 'ORIGINS',
    about:
      'pages of others that may use the API from a browser, as https://board.example.org,http://localhost:3000 (none)',
    schema: origins.prefault(''),
    isList: true,
  }),
  'raw-allow': setting({
    value: 'RANGES',
    about:
      'addresses inside that may be dialled, as 192.168.0.0/16,10.1.2.3:5020-5040,[fd00::/64]:502@5 (for organization 5); ports 502 and 802 unless said; without it only the public internet (none)',
    schema: parsed(parseRawAllow).prefault(''),
  }),
  callback: setting({
    value: 'HOST:PORT',
    about: 'where gateways call in, or off (127.0.0.1:20502)',
    schema: z.union([z.literal('off'), address], 'HOST:PORT, or off').prefault('127.0.0.1:20502'),
  }),
  'callback-max': setting({
    value: 'N',
    about: 'gateways that may call in at once, as far as the system allows so many open files (10000)',
    schema: integer(200_000).prefault('10000'),
  }),
  'callback-tls': setting({
    value: 'MODE',
    about: `whether gateways call in encrypted: ${tlsModes.join(', ')} (optional)`,
    schema: z.enum(tlsModes, `one of ${tlsModes.join(', ')}`).prefault('optional'),
  }),
  'callback-cert': setting({
    value: 'FILE',
    about: 'the certificate for that, in PEM; without it one is made, and gateways know the service by its key',
    schema: file.optional(),
  }),
  'callback-key': setting({ value: 'FILE', about: 'the key of that certificate, in PEM', schema: file.optional() }),
  'allow-keyless': setting({
    about: 'let gateways without a key be bound by their code: anybody who knows the MAC of one can pass for it',
    schema: onOff.prefault('false'),
  }),
  vpn: setting({
    value: 'HOST[:PORT]',
    about:
      'the name by which gateways find the VPN of this service, which it then keeps: WireGuard and their configuration at that port, UDP and TCP (51820). Needs CAP_NET_ADMIN, wg, ip and nft (none)',
    schema: vpnPlace.optional(),
  }),
  'vpn-net': setting({
    value: 'NETWORK',
    about: 'the network of that VPN; its first address is the service itself (198.18.0.0/15)',
    schema: parsed((text) => {
      const network = parseNetwork(text)
      const isFit = network !== null && network.prefix >= 8 && network.prefix <= 29
      return isFit ? { ok: network } : { err: 'a network from /8 to /29, as 198.18.0.0/15' }
    }).prefault('198.18.0.0/15'),
  }),
  'backup-folder': setting({
    value: 'DIR',
    about: 'where a backup is written every so often; another disk than that of the data is better (none are written)',
    schema: z.string().min(1, 'a folder').optional(),
  }),
  'backup-every': setting({
    value: 'TIME',
    about: 'how often, as 90m, 24h or 7d (24h)',
    schema: span.optional(),
  }),
  'backup-keep': setting({
    value: 'N',
    about: 'how many of these backups are left there; the oldest goes when a new one is whole (14)',
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'a whole number from 1 to 9999')
      .transform(Number)
      .optional(),
  }),
  'heartbeat-url': setting({
    isSecret: true,
    value: 'URL',
    about:
      'called by GET each minute while readings are recorded, alerts judged and messages sent, so that who watches there knows when they are not (none)',
    schema: server(['https:', 'http:'], 'an address like https://watch.example.org/ping/busbar').optional(),
  }),
  'outage-buffer': setting({
    value: 'MB',
    about: 'how much may wait in memory while the database is away; beyond it the oldest is lost (256)',
    schema: integer(65_536).prefault('256'),
  }),
  smtp: setting({
    isSecret: true,
    value: 'URL',
    about: 'the mail server for alerts, smtp://USER:PASSWORD@HOST:587 or smtps:; without it no e-mail is sent',
    schema: loginServer(['smtp:', 'smtps:'], 'smtp://USER:PASSWORD@HOST:587').optional(),
  }),
  'smtp-from': setting({
    value: 'ADDRESS',
    about: 'whom that e-mail is from; without it the user of the mail server',
    schema: z
      .string()
      .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'an address like alerts@example.org or "Busbar <alerts@example.org>"')
      .optional(),
  }),
  'smtp-ca': setting({
    value: 'FILE',
    about: 'the certificates that vouch for that mail server, in PEM, where it has one of a private CA',
    schema: certificates.optional(),
  }),
  smpp: setting({
    isSecret: true,
    value: 'URL',
    about: 'the provider of SMS by SMPP 3.4, smpp://USER:PASSWORD@HOST:2775?from=Busbar or smpps:',
    schema: loginServer(['smpp:', 'smpps:'], 'smpp://USER:PASSWORD@HOST:2775?from=NAME').optional(),
  }),
  'sms-http': setting({
    isSecret: true,
    value: 'JSON',
    about: 'a provider of SMS by HTTP instead, described in JSON or in a file',
    schema: provider.optional(),
  }),
  'voice-http': setting({
    isSecret: true,
    value: 'JSON',
    about: 'a provider of voice calls by HTTP, described in JSON or in a file',
    schema: provider.optional(),
  }),
  ...botSettings,
  'sms-price': setting({
    value: 'PRICE',
    about: 'what one SMS costs, in the currency of the limits (0.1)',
    schema: money.prefault('0.1'),
  }),
  'sms-limit': setting({
    value: 'COST',
    about: 'what the SMS of an organization may cost a month, where it has set no limit itself (50)',
    schema: money.prefault('50'),
  }),
  language: setting({
    value: 'LANG',
    about: `the language of messages about alerts: ${languages.join(', ')} (en)`,
    schema: z
      .preprocess((text) => (text === 'uk' ? 'ua' : text), z.enum(languages, `one of ${languages.join(', ')}`))
      .prefault('en'),
  }),
  'time-zone': setting({
    value: 'ZONE',
    about: 'the time zone of messages where an organization has UTC, as Europe/Kyiv (UTC)',
    schema: timeZone.prefault('UTC'),
  }),
  oidc: setting({
    isSecret: true,
    value: 'FILE',
    about:
      'providers of OpenID Connect by which people sign in, at most 3, described in JSON or in a file; needs --public-url (none)',
    schema: parsed((text) => {
      const read = readOidc(text)
      return 'ok' in read ? read : { err: `providers as JSON or a file: ${read.err}` }
    }).optional(),
  }),
  quota: setting({
    value: 'N',
    about: 'requests a minute for each API key without a quota of its own; 0 is no limit (600)',
    schema: integer(1_000_000).prefault('600'),
  }),
  firmware: setting({
    value: 'DIR',
    about:
      'releases for gateways, which find them at /firmware/gateway/; `busbar admin firmware add` puts them there (none)',
    schema: z.string().min(1, 'a folder').optional(),
  }),
  'map-tiles': setting({
    value: 'URL',
    about:
      'where browsers load the pictures of maps from, as https://tiles.example.org/{z}/{x}/{y}.png; without it the map is a plan that needs nobody (none)',
    schema: tiles.optional(),
  }),
  'map-attribution': setting({
    value: 'TEXT',
    about: 'whose these pictures are, shown beside them',
    schema: z.string().min(1).max(300, 'at most 300 characters').optional(),
  }),
  'log-level': setting({
    value: 'LEVEL',
    about: `how much is logged to stderr: ${logLevel.options.join(', ')}; debug has every request (info)`,
    schema: logLevel.prefault('info'),
  }),
  json: setting({ about: 'print one line of JSON when ready', schema: onOff.prefault('false') }),
}
export type Settings = SettingsOf<typeof settings>

/** The tests' own, the gateway's, and what Kubernetes tells every container about a service called busbar. */
const notOurs = /^BUSBAR_(TEST_|GATEWAY_|SERVICE_|PORT(_|$))/

const reader = settingsReader(settings, 'BUSBAR_', notOurs)

export const { variableOf, secrets } = reader

/** Reads the settings: a flag goes before its variable, and that before what the setting is by itself. */
export const readSettings = (
  flags: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string | undefined>>,
): Settings => {
  const read = reader.read(flags, variables)
  for (const what of ['https', 'callback', 'nats'] as const) {
    if ((read[`${what}-cert`] === undefined) !== (read[`${what}-key`] === undefined)) {
      throw new SettingProblem(`--${what}-cert and --${what}-key go together`)
    }
  }
  const { nats } = read
  const facts = { hasDatabase: read.db !== undefined, hasCertificate: read['nats-cert'] !== undefined }
  const problem = nats === undefined ? null : natsProblem(nats, facts)
  if (problem !== null) throw new SettingProblem(problem)
  if (read.oidc !== undefined && read['public-url'] === undefined)
    throw new SettingProblem('--oidc needs --public-url: providers send people back to that address')
  return read
}
