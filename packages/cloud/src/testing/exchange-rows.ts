import { createHash } from 'node:crypto'
import { tokenHash } from '../accounts/access/secrets.ts'
import { SoftAuthenticator } from '../accounts/second-factor/testing/soft-authenticator.ts'
import { codeAt, stepAt } from '../accounts/second-factor/totp.rules.ts'
import { type ExchangeWorld, mac, notificationId, resetCode } from './exchange-world.ts'

/** How an example is asked where that differs from the plainest valid request. */
export interface ExchangeRow {
  body?: (world: ExchangeWorld, answers: EarlierAnswers) => unknown
  /** Instead of that of `requestOf`. */
  query?: (world: ExchangeWorld) => string
  /** Path variables. */
  ids?: (world: ExchangeWorld, answers: EarlierAnswers) => Record<string, string | number>
  /** A token of its own. */
  token?: (answers: EarlierAnswers) => string
  before?: (world: ExchangeWorld) => unknown
}

/** What earlier answers said, by the operation. */
export type EarlierAnswers = Readonly<Record<string, any>>

const day = 'from=2026-11-01T00:00:00Z&till=2026-11-02T00:00:00Z'
const hours = { from: '2026-11-01T00:00:00Z', till: '2026-11-01T06:00:00Z' }
const unit =
  (deviceModbusId: number) =>
  ({ ids }: ExchangeWorld) => ({
    deviceModbusId,
    connection: { kind: 'net-id', networkId: ids.netId },
  })
const group = (world: ExchangeWorld) => ({ ...unit(1)(world), address: 500, kind: 'holding', registersNum: 2 })
const scanTarget = ({ ids }: ExchangeWorld) => ({ connection: { kind: 'net-id', networkId: ids.netId }, unit: 1 })
const branchId = '7d1c2f52-0b6c-4a53-9a55-3f1f3c1c8b01'
/** A JPEG of two by three pixels, as far as one looks at it. */
const photo = Buffer.from('ffd8ffc0000b080003000201012200ffda000201020304ffd9', 'hex').toString('base64')
const password = 'correct horse battery'
const both = ({ ids, energyId }: ExchangeWorld): number[] => [ids.paramId, energyId]

/** Stands in for those who send messages: takes the one that comes, and lets the time pass in which its fate is looked at. */
const deliver = async ({ api: { clock, service } }: ExchangeWorld): Promise<void> => {
  const { sql } = service.db
  for (let sent = 0; sent === 0; ) {
    sent = (await sql`update message set state = 'sent' where state = 'waiting' returning id`).length
  }
  for (let looks = 0; looks < 20; looks += 1) {
    await sql`select 1`
    clock.advance(250)
  }
}

const authenticator = new SoftAuthenticator()
const asJan = (answers: EarlierAnswers): string => answers['sessions.login'].token

/** Its id is made of what is stored of its token. */
const sessionId = (token: string): string => createHash('sha256').update(tokenHash(token)).digest('hex').slice(0, 32)

/** What an app shows that has this secret. */
const codeOf = ({ api: { service } }: ExchangeWorld, answers: EarlierAnswers): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(answers['secondFactor.begin'].secret as string)
    .map((one) => letters.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return codeAt(secret, stepAt(service.now().getTime()))
}

export const exchangeRows: Readonly<Record<string, ExchangeRow>> = {
  'contactProofs.own': {
    before: ({ api, ids }) =>
      api.service.db.sql`update contact set account_id = ${api.accounts.owner} where id = ${ids.contactId}`,
  },
  'contactProofs.prove': {
    before: ({ api, ids }) =>
      api.service.db
        .sql`update contact_proof set code_hash = ${tokenHash('123456')} where contact_id = ${ids.contactId}`,
  },
  'contacts.delete': { ids: (_, answers) => ({ contactId: answers['contacts.create'].id }) },
  'push.test': { ids: (_, answers) => ({ pushId: answers['push.subscribe'].id }) },
  'push.unsubscribe': { ids: (_, answers) => ({ pushId: answers['push.subscribe'].id }) },
  'contactGroups.delete': { ids: (_, answers) => ({ groupId: answers['contactGroups.create'].id }) },
  'escalationPolicies.delete': { ids: (_, answers) => ({ policyId: answers['escalationPolicies.create'].id }) },
  'sessions.authenticate': { body: (_, answers) => answers['orgs.createApiKey'] },
  'sessions.login': { body: (_, answers) => ({ email: answers['orgs.acceptInvitation'].email, password }) },
  'sessions.sessions': { token: (answers) => answers['sessions.login'].token },
  'profile.change': { token: asJan, body: () => ({ name: 'Jan Nowak', language: 'pl' }) },
  'profile.endSession': {
    token: (answers) => answers['sessions.resetPassword'].token,
    ids: (_, answers) => ({ sessionId: sessionId(answers['sessions.resetPassword'].token) }),
  },
  'secondFactor.begin': { token: asJan, body: () => ({ password }) },
  'secondFactor.confirm': { token: asJan, body: (world, answers) => ({ code: codeOf(world, answers) }) },
  'secondFactor.get': { token: asJan },
  'secondFactor.renewRecoveryCodes': {
    token: asJan,
    body: (_, answers) => ({ password, secondFactor: answers['secondFactor.confirm'].recoveryCodes[0] }),
  },
  'secondFactor.remove': {
    token: asJan,
    body: (_, answers) => ({ password, secondFactor: answers['secondFactor.renewRecoveryCodes'].recoveryCodes[0] }),
  },
  'passkeys.begin': { token: asJan, body: () => ({ password }) },
  'passkeys.create': {
    token: asJan,
    body: (_, answers) => ({ name: 'Laptop', ...authenticator.make(answers['passkeys.begin'].challenge) }),
  },
  'passkeys.list': { token: asJan },
  'passkeys.login': { body: (_, answers) => authenticator.show(answers['passkeys.beginLogin'].challenge) },
  'passkeys.delete': { token: asJan, ids: (_, answers) => ({ passkeyId: answers['passkeys.create'].id }) },
  'oidc.beginConnecting': { token: asJan, body: () => ({ providerId: 'sso', password }) },
  'oidc.login': {
    body: ({ provider }, answers) => {
      const { url, ticket } = answers['oidc.beginConnecting']
      return { ticket, query: provider.signIn(url, { sub: '4f8a', email: 'jan@example.org', email_verified: true }) }
    },
  },
  'oidc.list': { token: asJan },
  'oidc.disconnect': { token: asJan, ids: (_, answers) => ({ identityId: answers['oidc.list'][0].connected.id }) },
  'orgs.delete': { body: () => ({ name: 'Riverside Works' }) },
  'audit.csv': { query: () => 'objectKind=org' },
  'sessions.translations': { body: () => ({ lang: 'pl', keys: ['role.owner', 'role.viewer'] }) },
  'sessions.changePassword': {
    token: (answers) => answers['sessions.login'].token,
    body: () => ({ oldPassword: password, newPassword: 'staple battery horse' }),
  },
  'sessions.logout': { token: (answers) => answers['sessions.login'].token },
  'sessions.requestPasswordReset': {
    before: ({ api: { service } }) => {
      Object.assign(service.mails, { requestReset: () => Promise.resolve(0) })
      Object.defineProperty(service.mails, 'isOn', { value: true })
    },
    body: () => ({ email: 'anna@example.org', lang: 'pl' }),
  },
  'sessions.resetPassword': { body: () => ({ code: resetCode, newPassword: password }) },
  'reportMails.change': {
    body: () => ({
      schedule: {
        every: 'month',
        day: 1,
        at: '06:00',
        recipients: ['office@example.org'],
        formats: ['xlsx', 'html'],
        language: 'pl',
        segment: 'day',
        warnBelow: 95,
      },
    }),
  },
  'reportMails.sendNow': {
    before: ({ api: { service } }) => void (service.reportMailer = { isOn: true, wake: () => {} }),
  },
  'orgs.create': { body: () => ({ name: 'Harbour Works' }) },
  'orgs.change': { body: () => ({ name: 'Riverside Works' }) },
  'orgs.invite': { body: () => ({ email: 'jan@example.org', role: 'operator', lang: 'pl' }) },
  'orgs.acceptInvitation': {
    body: (_, answers) => ({ code: answers['orgs.invite'].code, name: 'Jan Nowak', password }),
  },
  'orgs.createApiKey': { body: () => ({ name: 'Billing export', role: 'viewer', quotaPerMinute: 120 }) },
  'orgs.changeRole': { body: () => ({ role: 'operator' }) },
  'orgs.setup': {
    before: async ({ api: { service } }) => {
      await service.db.sql`truncate org, account cascade`
      service.setupCode = 'K7QM-2XPD'
    },
    body: () => ({
      code: 'K7QM-2XPD',
      orgName: 'Riverside Works',
      name: 'Anna Kowalska',
      email: 'anna@example.org',
      password,
    }),
  },
  'codes.activationCode': { ids: () => ({ code: '12345678' }) },
  'codes.connectCode': { ids: () => ({ code: 'BOILER-7' }) },
  'connectCodes.create': { body: () => ({ mac, days: 30, sku: 'busbar' }) },
  'connectCodes.delete': { ids: (_, answers) => ({ code: answers['connectCodes.create'].code }) },
  'templates.create': {
    body: () => ({
      name: 'Boiler controller',
      manufacturer: 'Example',
      version: '1',
      readGroupSize: 32,
      writeFunction: 'normal',
      paramTemplates: [
        {
          name: { en: 'Supply temperature' },
          label: 'T1',
          address: 500,
          registerKind: 'holding',
          valueType: 'u16',
          unitName: '°C',
        },
      ],
    }),
  },
  'templates.change': { body: () => ({ version: '2' }) },
  'nets.change': { body: () => ({ description: 'Building 2, cellar' }) },
  'nets.changeDisable': { body: () => ({ enabled: true }) },
  'shares.change': { body: ({ api }) => ({ orgId: api.otherOrgId, isShared: true }) },
  'devices.create': {
    body: ({ ids }) => ({
      devices: [{ name: 'Time relay', modbusUnitId: 11, templateId: ids.templateId, updatePeriodSec: 60 }],
    }),
  },
  'devices.change': { body: () => ({ updatePeriodSec: 30 }) },
  'devices.createParams': {
    body: () => ({
      params: [{ name: 'Return temperature', address: 501, registerKind: 'holding', valueType: 'u16', unitName: '°C' }],
    }),
  },
  'computed.createDevice': {
    body: ({ ids }) => ({
      name: 'Totals',
      params: [{ name: 'Supply in °F', formula: `#${ids.paramId} * 1.8 + 32`, unitName: '°F', precision: 1 }],
    }),
  },
  'computed.createParams': {
    ids: (_, answers) => ({ deviceId: answers['computed.createDevice'].deviceId }),
    body: ({ ids }) => ({ params: [{ name: 'Twice', formula: `#${ids.paramId} * 2` }] }),
  },
  'cards.changeDevicePhoto': { body: () => ({ data: photo }) },
  'cards.changeNetPhoto': { body: () => ({ data: photo }) },
  'bulk.deleteDevices': { body: (_, answers) => ({ deviceIds: [answers['computed.createDevice'].deviceId] }) },
  'computed.try': { body: ({ ids }) => ({ formula: `#${ids.paramId} * 1.8 + 32` }) },
  'params.idByReference': { body: () => 'controller>holding>500' },
  'params.change': { body: () => ({ min: '20', max: '90' }) },
  'visualizations.control': {
    before: ({ api, ids }) => {
      const items = [{ code: 'supply', control: { kind: 'setPoint', paramId: ids.paramId, min: 40, max: 80 } }]
      return api.service.db
        .sql`update visualization set items = ${JSON.stringify(items)}::jsonb where id = ${ids.visId}`
    },
    ids: () => ({ itemCode: 'supply' }),
    body: () => ({ newValue: '64', lang: 'en' }),
  },
  'writing.write': { body: () => ({ newValue: '65', lang: 'en' }) },
  'writing.save': { body: () => ({ param: 'controller>holding>500', value: '62' }) },
  'writing.increment': { body: () => ({ param: '[supply]', amount: '1' }) },
  'writing.toggle': { body: () => ({ param: '[supply]', default: '60', on: '65' }) },
  'realtime.read': { query: ({ ids }) => `paramIds=${ids.paramId}&lang=en` },
  'realtime.values': { body: () => ({ params: '!1.5 conn?[boiler-room] [supply] *[supply] [nothing]' }) },
  'values.lastReadings': { query: (world) => `paramIds=${both(world).join(',')}&lang=en` },
  'readings.texts': { query: ({ ids }) => `paramId=${ids.paramId}&${day}` },
  'readings.get': { query: ({ ids }) => `paramId=${ids.paramId}&${day}&pointsLimit=5` },
  'readings.dispersed': { body: (world) => ({ paramIds: both(world), ...hours, points: 3 }) },
  'readings.minMeanMax': { body: (world) => ({ paramIds: both(world), ...hours, points: 2 }) },
  'readings.summary': { body: (world) => ({ paramIds: both(world), ...hours }) },
  'readings.csv': {
    query: (world) => `paramIds=${both(world).join(',')}&from=2026-11-01T00:00:00Z&till=2026-11-01T01:00:00Z`,
  },
  'readings.gaps': {
    body: ({ ids }) => ({ paramIds: [ids.paramId], from: '2026-10-30T00:00:00Z', till: '2026-11-03T00:00:00Z' }),
  },
  'counters.get': { ids: ({ energyId }) => ({ paramId: energyId }) },
  'counters.accept': { ids: ({ energyId }) => ({ paramId: energyId }) },
  'counters.exchange': { ids: ({ energyId }) => ({ paramId: energyId }) },
  'counters.recompute': { ids: ({ energyId }) => ({ paramId: energyId }) },
  'counters.undoExchange': {
    ids: ({ energyId }, answers) => ({ paramId: energyId, exchangeId: answers['counters.exchange'].id }),
  },
  'raw.checkConnection': { body: unit(1) },
  'raw.checkDeviceRead': { body: (world) => ({ ...unit(1)(world), templateId: world.ids.templateId }) },
  'raw.readControllerModbusSettings': { body: (world) => ({ ...unit(1)(world), sku: 'controller' }) },
  'raw.writeControllerModbusSettings': {
    body: (world) => ({ ...unit(1)(world), sku: 'controller', controllerUnitId: 1, bitRate: 9600, byteFormat: 4 }),
  },
  'raw.sendControllerPasswords': { body: (world) => ({ ...unit(1)(world), passwords: ['1234'] }) },
  'raw.readRegisterGroup': { body: group },
  'raw.readMultipleRegisterGroup': { body: (world) => [group(world), { ...group(world), address: 457 }] },
  'raw.readMultipleRegisterGroupsWithTimeout': { body: (world) => ({ timeoutMs: 5000, requests: [group(world)] }) },
  'raw.request': { body: (world) => ({ ...unit(1)(world), pdu: '0301c90005' }) },
  'raw.writeRegisterGroup': { body: (world) => ({ ...unit(1)(world), address: 501, kind: 'holding', values: [7] }) },
  'em130.readEvents': {
    body: (world) => ({ ...unit(11)(world), sku: 'em130', numberOfEvents: 1, startWithFirst: true }),
  },
  'scan.start': {
    body: ({ ids }) => ({ connection: { kind: 'net-id', networkId: ids.netId }, units: { from: 1, till: 3 } }),
  },
  'scan.progress': { ids: (_, answers) => ({ scanId: answers['scan.start'].scanId }) },
  'scan.startRanges': {
    body: (world) => ({ ...scanTarget(world), ranges: [{ kind: 'holding', from: 500, till: 501 }] }),
  },
  'scan.rangesProgress': { ids: (_, answers) => ({ scanId: answers['scan.startRanges'].scanId }) },
  'scan.cancel': { ids: (_, answers) => ({ scanId: answers['scan.start'].scanId }) },
  'scan.readRegisters': { body: (world) => ({ ...scanTarget(world), kind: 'holding', address: 500, count: 2 }) },
  'scan.identify': { body: (world) => ({ ...scanTarget(world), unit: 11, hint: 'EM130' }) },
  'alerts.testAction': { before: (world) => void deliver(world), body: ({ ids }) => ({ actionId: ids.actionId }) },
  'backTest.run': {
    body: ({ ids }) => ({
      name: 'Too hot',
      conditionLogic: 'any',
      logAs: 'warning',
      conditions: [{ paramId: ids.paramId, kind: 'g', value: 63 }],
      actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
      from: '2026-11-01T00:00:00Z',
      till: '2026-11-01T02:00:00Z',
    }),
  },
  'alertSettings.smsSettings': { body: () => ({ disableSms: false, limit: 50 }) },
  'alertSettings.changeAlertQuiet': {
    body: () => ({
      activeHours: { timeZone: 'Europe/Kyiv', spans: [{ days: [1, 2, 3, 4, 5], fromMinute: 420, tillMinute: 1140 }] },
      windows: [{ from: '2026-11-20T08:00:00Z', till: '2026-11-20T12:00:00Z' }],
    }),
  },
  'alertSettings.changeNetQuiet': {
    body: () => ({ windows: [{ from: '2026-11-20T08:00:00Z', till: '2026-11-20T12:00:00Z' }] }),
  },
  'boards.save': {
    body: ({ ids }) => ({
      version: 2,
      name: 'Boiler room',
      widgets: [
        {
          id: 'flow',
          kind: 'number',
          title: 'Flow',
          place: { column: 1, row: 1, width: 3, height: 4 },
          order: 1,
          settings: { value: { paramId: ids.paramId }, hasTrend: true, limits: [{ from: 70, level: 'warning' }] },
        },
        {
          id: 'day',
          kind: 'timeline',
          title: 'Availability',
          place: { column: 4, row: 1, width: 4, height: 4 },
          order: 2,
          settings: { source: { kind: 'availability', device: { deviceId: ids.deviceId } }, days: 1 },
        },
        {
          id: 'hours',
          kind: 'bars',
          title: '',
          place: { column: 8, row: 1, width: 4, height: 4 },
          order: 3,
          settings: { value: { paramId: ids.paramId }, of: 'rate', per: 'hour', count: 2 },
        },
        {
          id: 'alarms',
          kind: 'alarms',
          title: '',
          place: { column: 1, row: 5, width: 4, height: 3 },
          order: 4,
          settings: { scope: { kind: 'org' }, hasQuiet: true },
        },
      ],
    }),
  },
  'dashboards.create': { body: () => ({ name: 'Heating', settings: { columns: 3 } }) },
  'trees.create': { body: ({ ids }) => ({ orgId: ids.orgId, name: 'Site', timeZone: 'Europe/Warsaw' }) },
  'trees.createBranch': { body: ({ ids }) => ({ name: 'Hall 2', parentBranchId: ids.treeBranchId }) },
  'trees.createSensor': {
    body: ({ ids, energyId }) => ({
      name: 'Main meter',
      branchId: ids.treeBranchId,
      paramId: energyId,
      kind: 'energy',
      isMain: true,
    }),
  },
  'trees.rename': { body: () => ({ name: 'Site' }) },
  'trees.renameBranch': { body: () => ({ name: 'Hall 1' }) },
  'trees.renameSensor': { body: () => ({ name: 'Boiler' }) },
  'trees.duplicate': { body: () => ({ name: 'Site, copy' }) },
  'treeEnergy.branchHistory': { query: () => 'from=2026-11-01T00:00:00Z&till=2026-11-01T03:00:00Z' },
  'reports.chartData': { ids: () => ({ reportBranchId: branchId }), body: () => ({ ...hours, segment: 'hour' }) },
  'reports.save': {
    body: ({ energyId }) => ({
      name: 'Electricity',
      branches: [{ id: branchId, name: 'Whole site', value: { paramId: energyId } }],
    }),
  },
  'installation.deleteNotice': { ids: (_, answers) => ({ noticeId: answers['installation.createNotice'].id }) },
  'notifications.dismiss': { ids: () => ({ notificationId }) },
  'audit.list': { query: () => 'page=1&itemsOnPage=2' },
}
