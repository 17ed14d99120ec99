import type { Level } from './level.ts'

/** Interface by which a request arrived. */
export type ClientInterface = 'eth' | 'gsm' | 'wgCloud' | 'wgManual'

/** As states call it: both tunnels are `wg` there. */
export const clientInterfaceName = (arrival: ClientInterface): 'eth' | 'gsm' | 'wg' =>
  arrival === 'eth' || arrival === 'gsm' ? arrival : 'wg'

/** Rights of the setting `protect` that depend on the interface. */
export interface InterfaceRights {
  readonly wgCloudAdminAuthEnable: boolean
  readonly wgManualAdminAuthEnable: boolean
}

/** The level without a login. */
export const levelOfInterface = (arrival: ClientInterface, isFreeAccess: boolean, rights: InterfaceRights): Level => {
  if (arrival === 'wgCloud' && rights.wgCloudAdminAuthEnable) return 2
  if (arrival === 'wgManual' && rights.wgManualAdminAuthEnable) return 2
  return isFreeAccess ? 1 : 0
}
