import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import type { Topics } from './topics.rules.ts'

/** Options of Home Assistant's MQTT discovery, with one message per device. */

export interface DiscoveryOptions {
  orgId: number
  topics: Topics
  qos: 0 | 1
  /** URL of the console. */
  publicUrl: string
  /** Returns whether commands may write a parameter. */
  isCommanded: (device: ConnectedDevice, param: ConnectedParam) => boolean
}

const periodsToExpire = 3
const expireSecMin = 60
const numberMost = 1_000_000_000

/** How long a value of a device is good for. */
export const expirySecOf = ({ periodSec }: ConnectedDevice): number =>
  Math.max(expireSecMin, periodsToExpire * periodSec)

/** Discovery topic of a device by its ID, of a network by `n` and its ID. */
const discoveryTopic = (prefix: string, orgId: number, id: string): string =>
  `${prefix}/device/busbar_${orgId}_${id}/config`

/** A class that does not fit its unit makes Home Assistant refuse the entity: so only these, and no class for all others. */
const classes: readonly (readonly [units: readonly string[], name: string, state: string])[] = [
  [['V', 'mV'], 'voltage', 'measurement'],
  [['A', 'mA'], 'current', 'measurement'],
  [['W', 'kW', 'MW'], 'power', 'measurement'],
  [['VA', 'kVA'], 'apparent_power', 'measurement'],
  [['var', 'kvar'], 'reactive_power', 'measurement'],
  [['Wh', 'kWh', 'MWh'], 'energy', 'total_increasing'],
  [['varh', 'kvarh'], 'reactive_energy', 'total_increasing'],
  [['Hz'], 'frequency', 'measurement'],
  [['°C'], 'temperature', 'measurement'],
  [['bar', 'hPa', 'kPa', 'Pa'], 'pressure', 'measurement'],
  [['W/m²'], 'irradiance', 'measurement'],
  [['m³/h'], 'volume_flow_rate', 'measurement'],
  [['mm/h'], 'precipitation_intensity', 'measurement'],
  [['bit/s'], 'data_rate', 'measurement'],
  [['s', 'min', 'h', 'd'], 'duration', 'measurement'],
]

const wordsOf = ({ name, label, category }: ConnectedParam): string => [name, label, category].join(' ')

const percentClass = (param: ConnectedParam): string | null => {
  const words = wordsOf(param)
  if (/\bRH\b|humid/i.test(words)) return 'humidity'
  return /\bSoC\b|battery/i.test(words) ? 'battery' : null
}

const classOf = (param: ConnectedParam): object => {
  if (param.unit === '%') {
    const found = percentClass(param)
    return { ...(found !== null && { device_class: found }), state_class: 'measurement' }
  }
  if (param.unit === null && /^(PF|cos)/i.test(param.label ?? '')) {
    return { device_class: 'power_factor', state_class: 'measurement' }
  }
  const row = classes.find(([units]) => param.unit !== null && units.includes(param.unit))
  if (row !== undefined) return { device_class: row[1], state_class: row[2] }
  return param.unit === null ? {} : { state_class: 'measurement' }
}

const isBit = ({ valueType, registerKind }: ConnectedParam): boolean =>
  valueType === 'bit' || registerKind === 'coil' || registerKind === 'discrete-input'

const componentOf = (param: ConnectedParam, setTopic: string | null): object => {
  const options = Object.values(param.labels ?? {})
  if (isBit(param)) {
    const payloads = { payload_on: '1', payload_off: '0' }
    if (setTopic === null) return { p: 'binary_sensor', ...payloads }
    return { p: 'switch', ...payloads, state_on: '1', state_off: '0', command_topic: setTopic }
  }
  if (options.length > 0) {
    if (setTopic !== null) return { p: 'select', options, command_topic: setTopic }
    return { p: 'sensor', device_class: 'enum', options }
  }
  if (param.valueType === 'string' || param.valueType === 'bitmask') return { p: 'sensor' }
  if (param.valueType === 'unixtime') return { p: 'sensor', device_class: 'timestamp' }
  const unit = { ...(param.unit !== null && { unit_of_measurement: param.unit }) }
  const precision = { ...(param.precision !== null && { suggested_display_precision: param.precision }) }
  if (setTopic === null) return { p: 'sensor', ...classOf(param), ...unit, ...precision }
  const limitOf = (text: string | null, fallback: number): number => Number(text ?? fallback)
  const range = { min: limitOf(param.min, -numberMost), max: limitOf(param.max, numberMost) }
  return { p: 'number', ...range, step: 10 ** -(param.precision ?? 0), mode: 'box', ...unit, command_topic: setTopic }
}

const templateOf = ({ slug, valueType }: ConnectedParam): string => {
  const value = `value_json['${slug}']`
  return valueType === 'unixtime' ? `{{ ${value} | timestamp_utc }}` : `{{ ${value} }}`
}

/** The message about one device. */
export const discoveryOf = (device: ConnectedDevice, options: DiscoveryOptions): object => {
  const { orgId, topics, qos, publicUrl, isCommanded } = options
  const { id, slug, name, net, netId, manufacturer, model } = device
  const deviceTopic = { net, device: slug }
  const components = [...device.params.values()].map((param) => {
    const setTopic = param.isProgrammable && isCommanded(device, param) ? topics.set(deviceTopic, param.slug) : null
    const component = {
      ...componentOf(param, setTopic),
      name: param.name,
      unique_id: `busbar_${param.id}`,
      value_template: templateOf(param),
    }
    // A writable entity does not expire: it exists as long as its device.
    return [`p${param.id}`, setTopic === null ? { ...component, expire_after: expirySecOf(device) } : component]
  })
  return {
    device: {
      identifiers: [`busbar_${orgId}_${id}`],
      name,
      ...(manufacturer !== null && { manufacturer }),
      ...(model !== null && { model }),
      via_device: `busbar_${orgId}_n${netId}`,
      configuration_url: `${publicUrl}/devices/${id}`,
    },
    origin: { name: 'Busbar', support_url: publicUrl },
    state_topic: topics.device(deviceTopic),
    availability: [{ topic: topics.service }, { topic: topics.net(net) }, { topic: topics.state(deviceTopic) }],
    availability_mode: 'all',
    qos,
    components: Object.fromEntries(components),
  }
}

/** The message about the network of a device: whether it is connected. */
export const netDiscoveryOf = (
  { net, netId, netName }: Pick<ConnectedDevice, 'net' | 'netId' | 'netName'>,
  { orgId, topics, qos, publicUrl }: DiscoveryOptions,
): object => ({
  device: {
    identifiers: [`busbar_${orgId}_n${netId}`],
    name: netName,
    configuration_url: `${publicUrl}/nets/${netId}`,
  },
  origin: { name: 'Busbar', support_url: publicUrl },
  state_topic: topics.net(net),
  availability: [{ topic: topics.service }],
  qos,
  components: {
    connection: {
      p: 'binary_sensor',
      device_class: 'connectivity',
      name: 'Connection',
      unique_id: `busbar_${orgId}_n${netId}_connection`,
      payload_on: 'online',
      payload_off: 'offline',
    },
  },
})

interface DiscoveryPayload {
  components: Readonly<Record<string, { p: string }>>
}

/**
 * Adds removed components to a message that replaces an earlier one. Home Assistant removes a component that is sent
 * with its platform alone; the next message omits it.
 */
export const withRemoved = (before: string | undefined, now: string): string => {
  if (before === undefined) return now
  const [old, next] = [JSON.parse(before) as DiscoveryPayload, JSON.parse(now) as DiscoveryPayload]
  const removed = Object.entries(old.components).filter(
    ([key, component]) => next.components[key] === undefined && Object.keys(component).length > 1,
  )
  if (removed.length === 0) return now
  const bare = Object.fromEntries(removed.map(([key, { p }]) => [key, { p }]))
  return JSON.stringify({ ...next, components: { ...next.components, ...bare } })
}

/** Everything that Home Assistant is to know, by topic. */
export const announcements = (
  devices: readonly ConnectedDevice[],
  prefix: string,
  options: DiscoveryOptions,
): Map<string, string> => {
  const all = new Map<string, string>()
  for (const device of devices) {
    const net = discoveryTopic(prefix, options.orgId, `n${device.netId}`)
    if (!all.has(net)) all.set(net, JSON.stringify(netDiscoveryOf(device, options)))
    all.set(discoveryTopic(prefix, options.orgId, String(device.id)), JSON.stringify(discoveryOf(device, options)))
  }
  return all
}
