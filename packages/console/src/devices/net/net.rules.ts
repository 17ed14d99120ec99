import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'

type Net = Pick<AnswerOf<'nets', 'get'>, 'mac' | 'ip' | 'port' | 'protocol'>
type NetChanges = Omit<RequestOf<'nets', 'change'>, 'netId'>

/**
 * Returns the changes of the form. An unchanged address is omitted, so that the connection stays open; a network that
 * connects to the cloud has none.
 */
export const netChangesOf = (text: (name: string) => string, net: Net): NetChanges => {
  const about = text('description').trim()
  const ip = text('ip').trim()
  const port = Number(text('port'))
  const isMoved = net.mac === undefined && (ip !== net.ip || port !== net.port)
  return {
    name: text('name'),
    slug: text('slug'),
    description: about === '' ? null : about,
    ...(net.mac === undefined && text('protocol') !== net.protocol && { protocol: text('protocol') }),
    ...(isMoved && { connection: { kind: 'direct', ip, port } }),
  }
}

/** How much there is behind a network. */
export const countsOf = (tree: AnswerOf<'nets', 'tree'>, netId: number): { devices: number; params: number } => {
  const devices = Object.values(tree[netId]?.devices ?? {})
  const params = devices.reduce((sum, { parameters }) => sum + Object.keys(parameters).length, 0)
  return { devices: devices.length, params }
}

interface Coordinates {
  latitude: number
  longitude: number
}

const decimals = 5

/** As it is typed: about a metre. */
export const coordinateTexts = ({
  latitude,
  longitude,
}: {
  latitude?: number | undefined
  longitude?: number | undefined
}): { latitude: string; longitude: string } => ({
  latitude: latitude === undefined ? '' : String(Number(latitude.toFixed(decimals))),
  longitude: longitude === undefined ? '' : String(Number(longitude.toFixed(decimals))),
})

export const isDegrees = (text: string, max: number): boolean => text !== '' && Math.abs(Number(text)) <= max

/** The place of two number fields, `none` where both are empty, or null where it is no place. */
export const parseCoordinates = (latitude: string, longitude: string): Coordinates | 'none' | null => {
  if (latitude === '' && longitude === '') return 'none'
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

export type Gateway = AnswerOf<'gateways', 'get'>
export type GatewayReport = NonNullable<Gateway['told']>['report']

const oldMs = 600_000
const clockOffSecMax = 60
const isMoving = /DOWNLOADING|CHECKING|SAVING|BUSY/

/** Something of an update will be otherwise soon. */
export const isUnderWay = (report: GatewayReport | undefined): boolean => {
  const { firmware, fwUpdate } = report ?? {}
  return (
    firmware?.isRequested === true || (firmware?.trial ?? null) !== null || isMoving.test(fwUpdate?.downloadState ?? '')
  )
}

/** Returns true if a report is so old that it may be outdated. */
export const isOld = (toldOn: string, nowMs: number): boolean => nowMs - Date.parse(toldOn) > oldMs

export const isClockOff = (offSec: number): boolean => Math.abs(offSec) > clockOffSecMax

/** Stages of an update; the first one that applies is shown. */
export type UpdateStage =
  | 'unknown'
  | 'trial'
  | 'trial-problem'
  | 'failed'
  | 'wanted'
  | 'fetching'
  | 'taken-back'
  | 'ready'
  | 'found'
  | 'newest'

export const stageOf = ({ fwUpdate, firmware }: GatewayReport): UpdateStage => {
  if (fwUpdate === undefined) return 'unknown'
  const { trial, isRequested } = firmware ?? { trial: null, isRequested: false }
  if (trial !== null) return trial.problem === null ? 'trial' : 'trial-problem'
  if (isMoving.test(fwUpdate.downloadState)) return 'fetching'
  if (fwUpdate.errorCode !== null) return 'failed'
  if (isRequested) return 'wanted'
  const { availableVersion, savedVersion, currentVersion } = fwUpdate
  const newest = Math.max(availableVersion ?? 0, savedVersion ?? 0)
  if (firmware?.takenBack.includes(newest) === true) return 'taken-back'
  if ((savedVersion ?? 0) > currentVersion) return 'ready'
  if ((availableVersion ?? 0) > currentVersion) return 'found'
  return availableVersion === null ? 'unknown' : 'newest'
}
