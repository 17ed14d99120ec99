import type { GatewayStatus } from './status.ts'

/** The status as a table of two columns, for people. */
export const statusLines = (status: GatewayStatus): readonly string[] =>
  [
    ['Gateway', gatewayText(status)],
    ['MAC', macText(status)],
    ['Keys', keysText(status)],
    ['Activation', activationText(status)],
    ['Cloud', cloudText(status)],
    ['Serial port', busText(status)],
    ['Listening', listeningText(status)],
    ['Data folder', dataText(status)],
    ['Time', timeText(status)],
  ].map(([name = '', text = '']) => `${name.padEnd(13)}${text}`)

const gatewayText = ({ label, version, host, variant, isRunning }: GatewayStatus): string =>
  [
    `${label} ${version} on ${host}`,
    ...(variant === null ? [] : [`variant ${variant}`]),
    isRunning ? 'running' : 'not running',
  ].join(', ')

const macText = ({ identity }: GatewayStatus): string => {
  if (identity === null) return 'none yet: it has never been started'
  const { mac, source, isUnique } = identity
  const whose = source === 'made' ? 'made from its key' : `of ${source}`
  return `${mac}, ${whose}${isUnique ? '' : ', not unique'}`
}

const cloudIs = { pinned: 'pinned', named: 'named by --cloud-key', proven: 'proven, not pinned yet' } as const

const keysText = ({ keys }: GatewayStatus): string => {
  if (keys.gateway === null) return 'none yet'
  if (keys.cloudIs === null) return `this gateway ${keys.gateway}, no cloud known yet`
  return `this gateway ${keys.gateway}, its cloud ${keys.cloud} (${cloudIs[keys.cloudIs]}); the cloud shows both: compare`
}

const steps = {
  stranger: 'who answers is a stranger, and reaches nothing',
  proven: 'who answers has proven a key and may bind it, and reaches nothing of the field',
  trusted: 'the connection is trusted, and reaches the field',
} as const

const activationText = ({ isRunning, activation: { isActivated, step, refusal }, keys }: GatewayStatus): string => {
  const bound =
    keys.cloudIs === 'pinned' ? 'activated, the key of its cloud is pinned' : 'activated, without a pinned key'
  const now = step === null ? (isRunning ? ['not connected'] : []) : [steps[step]]
  return [isActivated ? bound : 'not activated', ...now, ...(refusal === null ? [] : [refusal])].join('; ')
}

const cloudText = ({ cloud: { hostname, port, state, remoteIp } }: GatewayStatus): string => {
  if (hostname === '') return 'none (setting cbCloud.hostname)'
  const now = state === null ? [] : [remoteIp === null ? state : `${state} (${remoteIp})`]
  return [`${hostname}:${port}`, ...now].join(', ')
}

const busText = ({ bus }: GatewayStatus): string => {
  if (bus === null) return 'not known while it does not run'
  if (bus.port === null) return 'none (--port)'
  const now = bus.isOpen ? 'open' : `not open${bus.problem === null ? '' : `: ${bus.problem}`}`
  return `${bus.port}, ${bus.mode}, ${bus.framing}, ${bus.baudRate} baud, ${now}`
}

const listeningText = ({ isRunning, listening: { http, https, httpsProblem, modbusTcp } }: GatewayStatus): string => {
  if (!isRunning) return 'nowhere'
  return [
    `API at ${http}`,
    ...(https === null ? [] : [`HTTPS at ${https.url} (certificate SHA-256 ${https.fingerprint})`]),
    ...(httpsProblem === null ? [] : [`NO HTTPS: ${httpsProblem}`]),
    modbusTcp === null ? 'no Modbus TCP' : `Modbus TCP at ${modbusTcp}`,
  ].join(', ')
}

const dataText = ({ data: { folder, notKept } }: GatewayStatus): string =>
  notKept === null ? `${folder}, writable` : `${folder}, cannot be written: ${notKept}`

const timeText = ({ time: { local, utcOffset, isSummerTime } }: GatewayStatus): string =>
  `${local.replace('T', ' ')}, UTC${utcOffset}${isSummerTime ? ', summer time' : ''}`
