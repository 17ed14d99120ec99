import { packReport } from '@busbar/uplink/report'

/** What the cloud shows of a gateway; over a call every byte counts, so nothing else is told there. */
const reportKeys = ['ethernet', 'gsm', 'vpn', 'fwUpdate', 'memCard', 'settings', 'statistics', 'time', 'misc'] as const

/** How the gateway is, packed for its call to the cloud. */
export const packedReport = async (
  {
    stateOf,
    firmware,
  }: {
    readonly stateOf: (key: (typeof reportKeys)[number]) => object | Promise<object>
    readonly firmware: { status(): object }
  },
  more: { readonly tasks: object; readonly bus: object; readonly https: object },
): Promise<Uint8Array> => {
  const groups = await Promise.all(reportKeys.map(async (key) => [key, await stateOf(key)] as const))
  return packReport(JSON.stringify({ ...Object.fromEntries(groups), firmware: firmware.status(), ...more }))
}
