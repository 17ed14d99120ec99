import { doOverlap, networkAround, networkText, parseNetwork, prefixOf } from '@busbar/tunnel'
import type { Settings } from '../table.ts'

/** A larger one is most of the internet. */
const prefixMin = 8

/** Why the network of `wgManual` cannot be led through a tunnel; null where it can. A tunnel must never cut the box off. */
export const tunnelProblem = (
  { wgManual, ethernet }: Pick<Settings, 'wgManual' | 'ethernet'>,
  taken: readonly string[],
): string | null => {
  const { connMode, ip, mask } = wgManual
  if (connMode === null || ip === '') return null
  const own = networkAround(ip, prefixOf(mask))
  if (own.prefix < prefixMin) return 'the network of the VPN is too large: its mask must be 255.0.0.0 or longer'
  const fixed = ethernet.dhcpEnable ? [] : [networkText(networkAround(ethernet.ip, prefixOf(ethernet.mask)))]
  const other = [...fixed, ...taken].find((text) => {
    const network = parseNetwork(text)
    return network !== null && doOverlap(own, network)
  })
  return other === undefined ? null : `the network of the VPN, ${networkText(own)}, overlaps ${other}, which is here`
}
