import type { AccessPoint } from './facts.ts'

/** Access point fields of the setting `gsm`. */
export interface AccessPointSettings {
  readonly apnAutodetectEnable: boolean
  readonly apnHost: string
  readonly apnLogin: string
  readonly apnPassword: string
}

/**
 * Access points to try, in order: the one that last worked for this SIM, those of its network, the configured one.
 * Without automatic detection only the configured one.
 */
export const accessPointsFor = (
  { apnAutodetectEnable, apnHost, apnLogin, apnPassword }: AccessPointSettings,
  found: readonly AccessPoint[],
  worked: string | null,
): readonly AccessPoint[] => {
  const own = apnHost === '' ? [] : [{ apn: apnHost, user: apnLogin, password: apnPassword }]
  const all = apnAutodetectEnable ? [...found, ...own] : own
  const first = all.filter((one) => accessPointName(one) === worked)
  return [...first, ...all.filter((one) => !first.includes(one))]
}

/** Name under which a working access point is stored, without its password. */
export const accessPointName = ({ apn, user }: AccessPoint): string => `${user}@${apn}`
