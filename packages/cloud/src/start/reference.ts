import { readFileSync } from 'node:fs'
import type { DocumentOptions, Endpoint } from '@busbar/wire'
import type { CloudAccess, ObjectKind } from '../accounts/access/access-contract.ts'
import { costsByEndpoint } from '../server/admission/costs.rules.ts'
import type { contract } from './contract.ts'

/** What each resource is, in the reference. */
const tags: Readonly<Record<keyof typeof contract, string>> = {
  sessions: 'Versions, sessions and the user behind them. A session lasts one hour; use does not extend it.',
  profile: 'Name, language and sessions of the user.',
  secondFactor: 'Codes of an app beside the password of the user, and recovery codes.',
  passkeys: 'Passkeys of the user: making them, and signing in with one.',
  oidc: 'Signing in by providers of OpenID Connect, and connecting an account with one.',
  orgs: 'Organizations, their members, invitations and API keys, and the first setup of an installation.',
  codes: 'Codes that lead to a gateway: activation codes that it shows, and connect codes that an owner made.',
  connectCodes: 'Making and deleting connect codes of gateways.',
  templates:
    'Device templates: what the parameters of a device family are. Many are shipped; an organization may have its own.',
  templateUse: 'What templates were before, which devices use them, and making devices as they say.',
  nets: 'Networks: what is reached over one link, dialled by the cloud or called in by a gateway.',
  gateways: 'Gateways of networks: what they tell of themselves, and their updates.',
  shares: 'Sharing the address of a network with other organizations.',
  links: 'Connections to networks: status, settings and how polling goes.',
  annotations: 'What belongs beside readings in a chart: limits, alarms and writes.',
  availability: 'How much of a span networks and devices were read.',
  overview: 'How all networks of an organization stand, each question answered for all of them at once.',
  devices: 'Devices of networks, each with a Modbus unit id and parameters.',
  params: 'Parameters of devices: values that are read, and written where that is allowed.',
  computed: 'Parameters that are worked out from others by a formula, in devices of their own.',
  cards: 'What people note of networks and devices: tags, groups, further fields and photos.',
  bulk: 'Changing, moving and deleting many devices, and parameters in many of them, with a trial before.',
  raw: 'Registers of a device without a parameter: for commissioning and controllers. Nothing is stored.',
  em130: 'Events of EM130 time relays.',
  values: 'Last values of parameters, and when devices are read.',
  writing: 'Writing to devices. Each command is sent once at most, and leaves an audit record.',
  realtime: 'Reading from devices now, without recording.',
  scan: 'Finding units on a link and finding out what they are.',
  readings: 'Recorded readings: charts, tables, statistics and gaps.',
  live: 'What happens in an organization, as a stream.',
  counters: 'Counters: rollover, limits and exchanges of meters, by which reports and trees count.',
  retention: 'For how long readings are kept.',
  aside: 'The clock of the service, and readings whose time is not believed.',
  alerts: 'Alerts: conditions on parameters, what is done when they hold, and the log.',
  webhookBodies: 'What webhooks say, where it is not the usual body.',
  alertSettings: 'When people are told of alerts, by what, and of what not.',
  contacts: 'People who are told of alerts, with their channels, languages and hours.',
  contactProofs: 'Whether messages to the addresses of contacts arrive: codes and tests.',
  contactGroups: 'Groups of contacts of whom one is on duty.',
  push: 'Devices on which a user is told of alerts by web push.',
  escalationPolicies: 'In which order people are told of an alert until somebody confirms.',
  alertsBulk: 'Confirming and muting many alerts at once.',
  maintenance: 'Planned maintenance, during which nobody is told.',
  alertDependencies: 'On which other alerts and networks an alert depends.',
  alertHistory: 'What became of alerts, for lists and charts.',
  alertTemplates: 'Alerts for all devices of a kind.',
  deliveries: 'What became of messages about alerts, and what they cost.',
  backTest: 'Trying an alert on recorded readings.',
  dashboards: 'Dashboards: widgets with last values.',
  boards: 'Dashboards as grids of charts, gauges, tables and more.',
  shareLinks: 'Links that show a dashboard or a report to whoever has them, without an account.',
  shared:
    'What a share link opens. Its token goes in the header `Authorization: share <token>`, here and at operations that say so; nothing else is open to it.',
  visualizations: 'Drawings with values in them.',
  reports: 'Resource reports: trees of counters and formulas, cut into hours, days or months.',
  reportFigures: 'What resource reports come to, as tables and workbooks, and whether a formula is right.',
  reportMails: 'Resource reports that go out by mail.',
  logo: 'The logo of an organization, on pages to print.',
  trees: 'Hierarchy trees of energy sensors.',
  treeEnergy: 'What branches and trees come to.',
  budgets: 'Budgets of trees by month: how a month stands, and who is told when it will end above plan.',
  treeDegreeDays: 'Degree days of trees, by a temperature that is measured.',
  tariffs: 'Tariffs of trees, and what their branches cost.',
  treeProfiles: 'How the use of branches runs over time, for charts.',
  installation: 'For administrators of the installation: how it is doing, its settings, backups and messages to all.',
  notifications: 'Messages of the administrator of the installation.',
  prometheus: 'Readings for Prometheus.',
  connectors:
    'What gets the readings of an organization besides: brokers, whose messages may write, and what takes samples as Prometheus does.',
  audit: 'Who changed what.',
  transfer: 'A whole organization as one document, and back.',
  readingsImport: 'Readings of other programs: CSV, line protocol.',
  readingsExport: 'Readings as files: JSON lines, line protocol, Parquet.',
  importConfig:
    'Device definitions of other programs: spreadsheets, Home Assistant, Telegraf, ThingsBoard, ESPHome, Kepware.',
  diagnosis: 'Why units do not answer: figures of a day, verdicts, and what goes over the line.',
}

const objectNames: Readonly<Record<ObjectKind, string>> = {
  org: 'organization',
  net: 'network',
  device: 'device',
  param: 'parameter',
  alert: 'alert',
  contact: 'contact',
  contactGroup: 'group',
  policy: 'policy',
  dashboard: 'dashboard',
  vis: 'visualization',
  report: 'report',
  reportBranch: 'report branch',
  tree: 'tree',
  treeBranch: 'tree branch',
  sensor: 'sensor',
}

/** Who may, as a sentence. */
const rightsOf = (endpoint: Endpoint<CloudAccess>): string => {
  if (endpoint.access === 'open') return 'Needs no session.'
  if (endpoint.access === 'link') return 'Needs a share link.'
  if (!('object' in endpoint)) return 'Needs a session; what the user may reach is checked besides.'
  const { access, object } = endpoint
  const role = access === 'owner' ? 'the role owner' : `the role ${access} or a higher one`
  if (object === 'any') return `Needs ${role} in any organization.`
  if (object === 'listed') return `Needs ${role} in the organization of each object.`
  return `Needs ${role} in the organization${object === 'org' ? '' : ` of the ${objectNames[object]}`}.`
}

const notesOf = (endpoint: Endpoint<CloudAccess>): string[] => [
  rightsOf(endpoint),
  ...(endpoint.shared === true ? ['A share link opens it too, for what the shared object shows.'] : []),
  ...(endpoint.cost === undefined ? [] : [`Counts as ${endpoint.cost} requests of the quota of an API key.`]),
  ...(endpoint.hasSecrets ? ['The answer may hold secrets: keep it to yourself.'] : []),
]

/** What the gates answer, in their order. */
const errorsOf = (endpoint: Endpoint<CloudAccess>): Record<string, string> => {
  const { params, query, body } = endpoint
  const isOpen = endpoint.access === 'open'
  const named = 'object' in endpoint ? endpoint.object : 'any'
  const object = named === 'listed' || named === 'any' ? undefined : named
  return {
    IncorrectContentType: '',
    ...(body && { PayloadIsTooLarge: '', CantDecodePayloadJSON: '' }),
    ...((params ?? query ?? body) && { IncorrectRequest: '' }),
    ...(!isOpen && {
      CantParseAuthToken: '',
      NoAuthTokenProvided: '',
      IncorrectAuthToken: '',
      TooManyRequests: 'the quota of the API key or share link is used up; `Retry-After` says when to ask again.',
    }),
    ...('object' in endpoint &&
      endpoint.object !== 'listed' && { NotAuthorized: `the caller has a role below ${endpoint.access}.` }),
    ...(object !== undefined && {
      ObjectNotFound: `there is no such ${objectNames[object]}, or the caller does not belong to its organization.`,
    }),
    Unavailable: costsByEndpoint.has(endpoint)
      ? 'too much is being read already, or the database is away; `Retry-After` says when to ask again.'
      : 'the database is away; ask again later.',
    InternalError: '',
  }
}

const client = `import { contract, errorFields } from '@busbar/cloud/contract'
import { client } from '@busbar/wire'

let token = ''
const api = client(contract, {
  baseUrl: 'https://busbar.example/api/v1',
  errorFields,
  authorization: () => \`token \${token}\`,
})
const session = await api.sessions.authenticate({ apiKey, password })
if ('ok' in session) token = session.ok.token`

type Reference = Pick<DocumentOptions<CloudAccess>, 'tags' | 'notesOf' | 'errorsOf' | 'exchanges' | 'samples'>

/** What the reference says besides the contract. Examples were exchanged by a test: see `exchanges.test.ts`. */
export const reference = (): Reference => ({
  tags,
  notesOf,
  errorsOf,
  exchanges: JSON.parse(readFileSync(new URL('exchanges.json', import.meta.url), 'utf8')) as Reference['exchanges'],
  samples: {
    origin: 'https://busbar.example',
    headers: { 'Content-Type': 'application/json', Authorization: 'token $TOKEN' },
    client,
  },
})
