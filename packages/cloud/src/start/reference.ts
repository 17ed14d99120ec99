import { readFileSync } from 'node:fs'
import type { DocumentOptions, Endpoint } from '@busbar/wire'
import type { CloudAccess, ObjectKind } from '../accounts/access/access-contract.ts'
import type { contract } from './contract.ts'
import { costsByEndpoint } from './costs.rules.ts'

/** Descriptions of the resources for the API reference. */
const tags: Readonly<Record<keyof typeof contract, string>> = {
  sessions: 'Versions, sessions and the user behind them. A session lasts one hour; use does not extend it.',
  profile: 'Name, language, time zone and sessions of the user.',
  secondFactor: 'Authenticator app and recovery codes of the user.',
  passkeys: 'Passkeys of the user: creating them, and signing in.',
  oidc: 'Signing in with OpenID Connect, and connecting an account to a provider.',
  orgs: 'Organizations, members, invitations and API keys, and the initial setup of an installation.',
  codes: 'Activation codes shown by gateways, and connect codes created by owners.',
  connectCodes: 'Creating and revoking connect codes of gateways.',
  templates: 'Device templates: the parameters of a device family. Many are built in; an organization can add its own.',
  templateUse: 'Revisions and devices of templates, and applying templates to devices.',
  nets: 'Networks: devices behind one connection, to an address or from a gateway.',
  gateways: 'Gateways of networks: status reports and updates.',
  shares: 'Sharing the address of a network with other organizations.',
  links: 'Connections of networks: status, settings and polling statistics.',
  annotations: 'Chart annotations: limits, alerts and writes.',
  availability: 'Share of successful reads of networks and devices.',
  overview: 'Summaries of all networks of an organization.',
  devices: 'Devices of networks, each with a Modbus unit ID and parameters.',
  params: 'Parameters of devices: addresses, types, scaling and limits.',
  computed: 'Parameters calculated from others by a formula, on devices of their own.',
  cards: 'Details of networks and devices: tags, groups, custom fields and photos.',
  bulk: 'Changing, moving and deleting several devices and their parameters, with a dry run.',
  raw: 'Registers of a device without a parameter, for commissioning and controllers. Nothing is stored.',
  em130: 'Events of EM130 time relays.',
  values: 'Last values of parameters, and polling times of devices.',
  writing: 'Writing to devices. Each command is sent at most once and creates an audit record.',
  realtime: 'Reading from devices immediately, without recording.',
  scan: 'Finding and identifying units on a connection.',
  readings: 'Recorded readings: charts, tables, statistics and gaps.',
  live: 'Live events of an organization as a stream.',
  counters: 'Counters: rollover, limits and meter replacements, used by reports and trees.',
  retention: 'Retention of readings.',
  aside: 'The clock of the service, and quarantined readings with implausible timestamps.',
  alerts: 'Alerts: conditions on parameters, actions, and the log.',
  webhookBodies: 'Custom bodies of webhooks.',
  alertSettings: 'Quiet times, outage notifications, SMS and webhook settings.',
  contacts: 'Recipients of alerts, with their channels, languages and hours.',
  contactProofs: 'Verification and test of the addresses of contacts.',
  contactGroups: 'Groups of contacts of which one is on duty.',
  push: 'Push devices of a user.',
  escalationPolicies: 'Order in which recipients are notified until an alert is acknowledged.',
  alertsBulk: 'Acknowledging and muting several alerts.',
  maintenance: 'Maintenance windows, during which notifications are delayed.',
  alertDependencies: 'Alerts and networks on which an alert depends.',
  alertHistory: 'Conditions and past events of alerts, for lists and charts.',
  alertTemplates: 'Alerts for all devices of a device template.',
  deliveries: 'Undelivered notifications and SMS costs.',
  backTest: 'Testing an alert on history.',
  dashboards: 'Dashboards: widgets with last values.',
  boards: 'Dashboards with a grid of charts, gauges, tables and other widgets.',
  shareLinks: 'Links that show a dashboard, visualization or report without an account.',
  shared:
    'Objects of share links. Send the token in the header `Authorization: share <token>`, here and in the operations that mention share links; it grants no other access.',
  visualizations: 'Drawings with bound values.',
  reports: 'Resource reports: trees of counters and formulas by hour, day or month.',
  reportFigures: 'Figures of resource reports as tables and workbooks, and formula checks.',
  reportMails: 'Resource reports sent by e-mail.',
  logo: 'Logo of an organization, for printed pages.',
  trees: 'Hierarchy trees of energy sensors.',
  treeEnergy: 'Energy of branches and trees.',
  budgets: 'Monthly budgets of trees, with forecast and notifications.',
  treeDegreeDays: 'Degree days of trees, from a measured temperature.',
  tariffs: 'Tariffs of trees, and costs of their branches.',
  treeProfiles: 'Energy history and load profiles of branches, for charts.',
  installation: 'For administrators of the installation: health, settings, backups and messages to all users.',
  notifications: 'Messages of the installation administrator.',
  prometheus: 'Readings for Prometheus.',
  connectors: 'Receivers of readings: MQTT brokers, whose messages may also write, and Prometheus remote write.',
  audit: 'Audit log.',
  transfer: 'Export and import of a whole organization.',
  readingsImport: 'Import of readings: CSV, line protocol.',
  readingsExport: 'Export of readings: JSON lines, line protocol, Parquet.',
  importConfig:
    'Device definitions of other programs: spreadsheets, Home Assistant, Telegraf, ThingsBoard, ESPHome, Kepware.',
  diagnosis: 'Bus diagnosis: statistics, detected problems and live traffic.',
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

/** Describes the required session and role in one sentence. */
const rightsOf = (endpoint: Endpoint<CloudAccess>): string => {
  if (endpoint.access === 'open') return 'Requires no session.'
  if (endpoint.access === 'link') return 'Requires a share link.'
  if (!('object' in endpoint)) return 'Requires a session. The response is limited to objects that the user may access.'
  const { access, object } = endpoint
  const role = access === 'owner' ? 'the role owner' : `the role ${access} or a higher one`
  if (object === 'any') return `Requires ${role} in any organization.`
  if (object === 'listed') return `Requires ${role} in the organization of each object.`
  return `Requires ${role} in the organization${object === 'org' ? '' : ` of the ${objectNames[object]}`}.`
}

const notesOf = (endpoint: Endpoint<CloudAccess>): string[] => [
  rightsOf(endpoint),
  ...(endpoint.shared === true
    ? ['Also available through a share link, limited to what the shared object shows.']
    : []),
  ...(endpoint.cost === undefined ? [] : [`Counts as ${endpoint.cost} requests of the quota of an API key.`]),
  ...(endpoint.hasSecrets ? ['The response may contain secrets: do not share it.'] : []),
]

/** Errors of the gates, in the order in which they are checked. */
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
      TooManyRequests: 'the quota of the API key or share link is used up; `Retry-After` contains the waiting time.',
    }),
    ...('object' in endpoint &&
      endpoint.object !== 'listed' && { NotAuthorized: `the caller has a role below ${endpoint.access}.` }),
    ...(object !== undefined && {
      ObjectNotFound: `the ${objectNames[object]} does not exist, or the caller does not belong to its organization.`,
    }),
    Unavailable: costsByEndpoint.has(endpoint)
      ? 'the service is overloaded, or the database is unavailable; `Retry-After` contains the waiting time.'
      : 'the database is unavailable; try again later.',
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

/** Texts and examples that the API reference adds to the contract. The examples are recorded by `exchanges.test.ts`. */
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
