import type { Ids } from './requests.ts'

/** What rows may need to know. */
export interface RowContext {
  key: { apiKey: string; password: string }
  /** Nothing is known of these. */
  quiet: Ids
  live: Ids
}

/** Where in an answer, and which fields are listed there without a mark that they may be missing. `:null` is one of which nothing is known here. */
type PlainFields = readonly [where: string, fields: string]
interface Row {
  /** A device that answers and of which something was read; otherwise nothing is known of anything. */
  isLive?: true
  /** Instead of the body that is sent where any valid one will do. */
  body?: (ids: Ids, world: RowContext) => unknown
  code?: string
  /** `{}`: the answer has no fields. */
  plain: readonly PlainFields[] | '{}'
}

const device = 'id netId name slug modbusUnitId updatePeriodSec readGroupSize writeFunction modbusTimeoutRetriesNum'
const net =
  'id orgId name slug solution createdOn ip port protocol controllerKind controllerModbusUnitId devicePasswords'
const record = 'name startedOn resolvedOn:null logAs logAsText status confirmedOn:null details'
const log = [
  ['', 'records totalRecords currentPage itemsOnPage'],
  ['records.*', record],
] as const
const info =
  'id name fullName slug deviceId deviceName deviceSlug networkId networkName networkSlug address valueType registerKind isProgrammable'
const widget = 'id name fullName deviceId readingReportUrl isProgrammable'
const segment = 'from till energy:null isComplete sensorsReported sensorsTotal'
const event = 'eventAddress eventType dayOfWeek modeSwitchOff modeSwitchOn timeSwitchOff timeSwitchOn astronomicTimes'
const vis = 'id orgId name slug source bindings updatePeriodSec useVisData'
const done = [['', 'result id errors']] as const
const id = [['', 'id']] as const
const quota = [['', 'availableDevicesQuota:null']] as const
/** Something under any name. */
const anything = [['*', '']] as const
const written = [['ok', 'newValue']] as const
const group = { deviceModbusId: 1, address: 500, kind: 'holding', registersNum: 1 }
const at = (ids: Ids) => ({
  deviceModbusId: 1,
  sku: 'controller',
  connection: { kind: 'net-id', networkId: ids.netId },
})
const groups = [
  ['*', 'deviceModbusId address registersNum result'],
  ['*.result', 'ok'],
] as const
const reference = ({ paramId }: Ids): string => `#${paramId}`

/** Every endpoint that the contract does not call an extension, in an order in which one does not take from the next what it needs. */
export const rows: Readonly<Record<string, Row>> = {
  'sessions.version': { plain: [['', 'apiVersion apiServerVersion']] },
  'sessions.authenticate': { body: (_, { key }) => key, plain: [['', 'token expiresOn']] },
  'sessions.userOrgs': { plain: [['*', 'orgId orgName userRole']] },
  'sessions.translations': { body: () => ({ lang: 'en' }), plain: anything },
  'codes.activationCode': { code: '12345678', plain: [['', 'code mac ip:null port sku:null']] },
  'codes.connectCode': { code: 'label', plain: [['', 'code macAddress devicePasswords']] },
  'templates.idBySku': { plain: id },
  'templates.get': { plain: [['', 'id name manufacturer version readGroupSize writeFunction paramTemplates']] },
  'alerts.list': { plain: [['*', 'id name slug']] },
  'alerts.get': {
    plain: [
      ['', 'id name slug conditionLogic logAs conditions actions followUps'],
      ['conditions.*', 'paramId kind param value'],
    ],
  },
  'alerts.status': {
    plain: [
      ['', 'id isActive conditions'],
      ['conditions.*', 'lastValue:null isTriggered'],
    ],
  },
  'alerts.log': { plain: log },
  'alerts.orgLog': { plain: log },
  'alerts.create': { plain: done },
  'alerts.change': { plain: [['', 'result errors']] },
  'alertSettings.smsSettings': { plain: '{}' },
  'nets.list': { plain: [['*', 'id name slug lid']] },
  'nets.tree': {
    plain: [
      ['*', 'name slug solution ip port devices'],
      ['*.devices.*', 'name slug modbusUnitId parameters'],
      ['*.devices.*.parameters.*', 'name slug fullName address isTracked isProgrammable'],
    ],
  },
  'nets.get': { plain: [['', net]] },
  'nets.devices': { plain: [['*', device]] },
  'nets.create': { plain: done },
  'nets.change': { plain: done },
  'nets.changeDisable': { plain: quota },
  'nets.changeSolution': { plain: '{}' },
  'links.status': { plain: [['', 'connected lid']] },
  'links.drop': { plain: [['', 'dropped']] },
  'devices.get': { plain: [['', device]] },
  'devices.trackedParams': { plain: [['*', 'id name fullName']] },
  'devices.changeDisable': { body: () => ({ enabled: true }), plain: quota },
  'values.nextReadTime': { plain: [['', '']] },
  'values.widgets': { plain: [['*', 'id paramId']] },
  'values.dashboardData': { plain: [['95', '']] },
  'values.dashboardWidgetData': { plain: [['', widget]] },
  'values.lastReadings': { isLive: true, plain: [['*', 'value readOn formattedValue']] },
  'values.onTime': { isLive: true, plain: [['*', 'value readOn']] },
  'params.idByReference': { body: reference, plain: id },
  'params.info': { plain: [['*', info]] },
  'params.changeMany': { plain: '{}' },
  'readings.get': { isLive: true, plain: [['*.1', '']] },
  'readings.dispersed': { isLive: true, plain: [['*.1.0', '']] },
  'readings.dateRange': { isLive: true, plain: [['', 'min max']] },
  'readings.minMaxRange': { isLive: true, plain: [['*', 'minValueOn minValue maxValueOn maxValue']] },
  'realtime.read': { isLive: true, plain: [['*', 'value formattedValue']] },
  'realtime.values': { plain: anything },
  'writing.write': { isLive: true, plain: [['ok', 'oldValue newValue formattedValue']] },
  'writing.save': { isLive: true, plain: written },
  'writing.increment': { isLive: true, plain: written },
  'writing.toggle': { isLive: true, plain: written },
  'raw.checkConnection': {
    isLive: true,
    body: at,
    plain: [['status.connected', 'unitId version deviceIdentificationMarker']],
  },
  'raw.checkDeviceRead': {
    isLive: true,
    body: (ids) => ({ ...at(ids), templateId: ids.templateId }),
    plain: [['', 'status']],
  },
  'raw.readControllerModbusSettings': {
    isLive: true,
    body: at,
    plain: [['', 'status controllerUnitId bitRate byteFormat']],
  },
  'raw.sendControllerPasswords': {
    isLive: true,
    body: (ids) => ({ ...at(ids), passwords: ['1234'] }),
    plain: [['', 'status']],
  },
  'raw.writeControllerModbusSettings': {
    isLive: true,
    body: (ids) => ({ ...at(ids), controllerUnitId: 1, bitRate: 9600, byteFormat: 4 }),
    plain: [['', 'status']],
  },
  'raw.readRegisterGroup': { isLive: true, body: (ids) => ({ ...group, ...at(ids) }), plain: [['', 'ok']] },
  'raw.readMultipleRegisterGroup': { isLive: true, body: (ids) => [{ ...group, ...at(ids) }], plain: groups },
  'raw.readMultipleRegisterGroupsWithTimeout': {
    isLive: true,
    body: (ids) => ({ timeoutMs: 5000, requests: [{ ...group, ...at(ids) }] }),
    plain: groups,
  },
  'raw.writeRegisterGroup': {
    isLive: true,
    body: (ids) => ({ ...at(ids), address: 501, kind: 'holding', values: [7] }),
    plain: [['ok', 'written']],
  },
  'em130.readEvents': {
    isLive: true,
    body: (ids) => ({ ...at(ids), deviceModbusId: 11, sku: 'em130', numberOfEvents: 1, startWithFirst: true }),
    plain: [
      ['', 'status events'],
      ['events.*', event],
      ['events.*.astronomicTimes', 'sunset sunrise'],
    ],
  },
  'dashboards.addWidgets': { plain: '{}' },
  'dashboards.change': { plain: '{}' },
  'dashboards.get': {
    plain: [
      ['', 'settings widgets'],
      ['settings', 'columns refreshSec'],
      ['widgets.*', `position ${widget}`],
    ],
  },
  'dashboards.light': { plain: [['*', 'paramId']] },
  'visualizations.list': { plain: [['*', 'id name']] },
  'visualizations.get': { plain: [['', vis]] },
  'visualizations.infoOfMany': { plain: [['*', vis]] },
  'visualizations.data': { plain: anything },
  'visualizations.dataOfMany': { plain: [['*.*', '']] },
  'visualizations.saveData': { plain: '{}' },
  'reports.save': { plain: [['', 'reportId']] },
  'reports.list': {
    plain: [
      ['*', 'id name branches'],
      ['*.branches.*', 'id name'],
    ],
  },
  'reports.chartData': {
    plain: [
      ['', 'segments total:null'],
      ['segments.*', 'from till value:null'],
    ],
  },
  'notifications.dismiss': { plain: [['', 'status created']] },
  'trees.get': {
    plain: [
      ['', 'id orgId name timeZone branches sensors'],
      ['branches.*', 'id name'],
      ['sensors.*', 'id name branchId paramId kind multiplier'],
    ],
  },
  'treeEnergy.branchHistory': {
    plain: [
      ['', 'segments'],
      ['segments.*', segment],
    ],
  },
  'treeEnergy.branchLast': { plain: [['', segment]] },
  'treeEnergy.treeLast': { plain: [['', segment]] },
  'treeEnergy.branches': { plain: [['branches.*', `branchId name ${segment}`]] },
  'treeEnergy.root': { plain: [['', segment]] },
  'trees.create': { plain: id },
  'trees.duplicate': { plain: id },
  'trees.createBranch': { plain: id },
  'trees.createSensor': {
    body: ({ treeBranchId, paramId }) => ({ name: 'S', branchId: treeBranchId, paramId, kind: 'energy' }),
    plain: id,
  },
  'trees.rename': { plain: '{}' },
  'trees.renameBranch': { plain: '{}' },
  'trees.renameSensor': { plain: '{}' },
  'trees.deleteSensor': { plain: '{}' },
  'trees.deleteBranch': { plain: '{}' },
  'trees.delete': { plain: '{}' },
  'params.deleteMany': { plain: '{}' },
  'sessions.logout': { plain: '{}' },
}
