import type { DeviceState } from '@busbar/polling'
import type { PolledRow } from './links.sql.ts'

/** Why nothing is read from a device. */
export const troubleKinds = ['paused', 'gateway-away', 'link-down', 'no-answer', 'refused', 'unreadable'] as const
type TroubleKind = (typeof troubleKinds)[number]

export interface DeviceTrouble {
  kind: TroubleKind
  /** Why the latest poll failed, in the words of gaps. */
  reason: string | null
  /** Since when nothing good was read, or since when it is paused; null where nothing ever was. */
  since: Date | null
}

/** Reasons that say more than that the device answered, and refused. */
const kindByReason: Readonly<Record<string, TroubleKind>> = {
  Timeout: 'no-answer',
  Crc: 'no-answer',
  Malformed: 'no-answer',
  Overloaded: 'no-answer',
  GatewayPathUnavailable: 'no-answer',
  GatewayTargetDeviceFailedToRespond: 'no-answer',
  NoConnection: 'link-down',
  Unreadable: 'unreadable',
  InputGone: 'unreadable',
  InputOld: 'no-answer',
}

/** The device answered, and what it holds is no value: it is read. */
const answeredReasons: ReadonlySet<string | null> = new Set([
  'NoValue',
  'NotANumber',
  'Infinite',
  'NotBcd',
  'TooShort',
  'DivisionByZero',
  'OutOfRange',
])

type PolledState = Pick<PolledRow, 'lastGoodReadOn' | 'errors' | 'failedOn' | 'pausedOn' | 'isCalledIn'>

/**
 * Returns the reason why a device cannot be polled, or null. It derives from stored data and the link, so that it is
 * available right after a start, and while an unresponsive device is being polled.
 */
export const troubleOf = (
  { lastGoodReadOn, errors, failedOn, pausedOn, isCalledIn }: PolledState,
  state: DeviceState['state'],
): DeviceTrouble | null => {
  const reason = Object.values(errors ?? {})[0] ?? null
  if (pausedOn !== null) return { kind: 'paused', reason: null, since: pausedOn }
  if (state === 'nothing-to-read' && reason !== 'Unreadable') return null
  const isCutOff = state === 'no-connection'
  // A poll that read something and failed in part has one time for both; clocks may have been set back between two polls.
  const hasFailed = failedOn !== null && failedOn.getTime() !== lastGoodReadOn?.getTime()
  if (!isCutOff && (!hasFailed || reason === null || answeredReasons.has(reason))) return null
  const kind = isCutOff ? 'link-down' : (kindByReason[reason ?? ''] ?? 'refused')
  return {
    kind: kind === 'link-down' && isCalledIn ? 'gateway-away' : kind,
    reason: isCutOff ? 'NoConnection' : reason,
    since: lastGoodReadOn,
  }
}
