import type { AccessPoint } from './facts.ts'

/** Of setting `gsm`. */
export interface AccessPointSettings {
  readonly apnAutodetectEnable: boolean
  readonly apnHost: string
  readonly apnLogin: string
  readonly apnPassword: string
}

/**
 * Those that are tried, in order: the one that worked before for this SIM, those of its network, the one of the settings. The last alone
 * where nothing is to be found out.
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

/** What is kept of the one that worked: no password. */
export const accessPointName = ({ apn, user }: AccessPoint): string => `${user}@${apn}`
