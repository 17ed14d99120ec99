import { isMuted } from '../alerting/mute.rules.ts'
import type { AnswerOf } from '../data/api/api-query.ts'
import { compareNames } from '../data/format/compare-names.ts'
import { countsOf, type DeviceTrouble, type PolledDevice } from '../readings/values/trouble.rules.ts'
import { alertTone } from '../ui/feedback/alert-tone.ts'
import type { Tone } from '../ui/feedback/state-mark.tsx'

export type Net = AnswerOf<'nets', 'list'>[number]
export type NetLink = AnswerOf<'overview', 'links'>[number]
export type KeyParam = AnswerOf<'overview', 'keyParams'>[number]
export type Alert = AnswerOf<'alerts', 'states'>[number]
type AlarmLocation = AnswerOf<'overview', 'alarms'>[number]

/** An active alert, with where it is; it may be at several places, or at none that is known. */
export interface Alarm {
  alert: Alert
  locations: readonly AlarmLocation[]
}

/** Why a network stands as it does. */
export type StatusReason =
  | { kind: 'alert'; alert: Alert; paramId: number | undefined }
  | { kind: 'trouble'; trouble: DeviceTrouble }
  | { kind: 'silent'; silent: number; all: number }
  | { kind: 'paused'; since: string | undefined }
  | { kind: 'empty' }

export interface NetStatus {
  tone: Tone
  why: StatusReason | null
}

/** The worst first; what is in order, and what a person switched off, is all the same here. */
const order: readonly Tone[] = ['critical', 'warning', 'unknown', 'info']
const rankOf = (tone: Tone): number => (order.indexOf(tone) + order.length + 1) % (order.length + 1)

/** How a network stands: its worst alert that is not muted, else what keeps its devices from being read. Null until it is known. */
export const netStatus = (link: NetLink | undefined, alarms: readonly Alarm[], netId: number): NetStatus | null => {
  if (link === undefined) return null
  const reading = readingStatus(link)
  const alertStatuses = alarms
    .filter(({ alert }) => !isMuted(alert.held))
    .map(({ alert, locations }): NetStatus => {
      const paramId = locations.find((location) => location.netId === netId)?.paramId
      return { tone: alertTone(alert.logAs), why: { kind: 'alert', alert, paramId } }
    })
  return [...alertStatuses, reading].reduce((worst, one) => (rankOf(one.tone) < rankOf(worst.tone) ? one : worst))
}

const readingStatus = ({ disabledOn, devices }: NetLink): NetStatus => {
  if (disabledOn !== undefined) return { tone: 'muted', why: { kind: 'paused', since: disabledOn } }
  if (devices.length === 0) return { tone: 'muted', why: { kind: 'empty' } }
  const { all, silent } = countsOf(devices)
  if (all === 0) {
    const isPaused = devices.some(({ trouble }) => trouble?.kind === 'paused')
    return isPaused ? { tone: 'muted', why: { kind: 'paused', since: undefined } } : { tone: 'ok', why: null }
  }
  if (silent === 0) return { tone: 'ok', why: null }
  const ofLink = devices.find(({ trouble }) => trouble?.kind === 'link-down' || trouble?.kind === 'gateway-away')
  // No device has responded since its last good read.
  if (ofLink?.trouble !== undefined && silent === all)
    return { tone: 'unknown', why: { kind: 'trouble', trouble: { ...ofLink.trouble, ...sinceOf(devices) } } }
  const [only, ...more] = devices.filter(({ trouble }) => trouble !== undefined && trouble.kind !== 'paused')
  if (all === 1 && more.length === 0 && only?.trouble !== undefined)
    return { tone: 'unknown', why: { kind: 'trouble', trouble: only.trouble } }
  return { tone: 'unknown', why: { kind: 'silent', silent, all } }
}

/** When something was last read from any of them. */
const sinceOf = (devices: readonly PolledDevice[]): { since?: string } => {
  const since = lastRead(devices)
  return since === undefined ? {} : { since }
}

export const lastRead = (devices: readonly PolledDevice[]): string | undefined =>
  devices
    .map(({ lastGoodReadOn }) => lastGoodReadOn)
    .filter((on) => on !== undefined)
    .reduce<string | undefined>((last, on) => (last === undefined || on > last ? on : last), undefined)

export const needsAttention = (status: NetStatus | null): boolean =>
  status !== null && rankOf(status.tone) < order.indexOf('info')

interface RankedNet {
  net: Pick<Net, 'name'>
  status: NetStatus | null
}

/** Worst status first, then by name. */
export const byStatus = (a: RankedNet, b: RankedNet): number =>
  rankOf(a.status?.tone ?? 'ok') - rankOf(b.status?.tone ?? 'ok') || compareNames(a.net.name, b.net.name)

/** Active alerts with their places: the worst first, unconfirmed ones before confirmed ones, muted ones last. */
export const alarmsOf = (alerts: readonly Alert[], locations: readonly AlarmLocation[]): Alarm[] => {
  const byAlert = Map.groupBy(locations, ({ alertId }) => alertId)
  const rank = ({ alert: { logAs, confirmed, held } }: Alarm): number =>
    (isMuted(held) ? 20 : 0) + (confirmed === undefined ? 0 : 10) + rankOf(alertTone(logAs))
  return alerts
    .filter(({ isActive }) => isActive)
    .map((alert): Alarm => ({ alert, locations: byAlert.get(alert.id) ?? [] }))
    .toSorted((a, b) => rank(a) - rank(b) || (b.alert.startedOn ?? '').localeCompare(a.alert.startedOn ?? ''))
}

export interface DeviceCounts {
  all: number
  read: number
  silent: number
  paused: number
}

/** Devices of all networks: read, silent and paused. Null until all networks are known. */
export const deviceCounts = (links: readonly (NetLink | undefined)[]): DeviceCounts | null => {
  if (links.includes(undefined)) return null
  const devices = links.flatMap((link) => link?.devices ?? [])
  const paused = devices.filter(({ trouble }) => trouble?.kind === 'paused').length
  const { all, silent } = countsOf(devices)
  return { all: devices.length, read: all - silent, silent, paused }
}
