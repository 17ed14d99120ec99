import { BlockList, isIP } from 'node:net'

const cookieName = 'busbar-unencrypted'

/**
 * Stores the consent in the browser until it is closed. A cookie, because the server decides whether to send the panel, and because it
 * works without JavaScript. It grants nothing: a client that forges it only hides the notice from itself.
 */
export const consentCookie = `${cookieName}=1; Path=/; HttpOnly; SameSite=Lax`

export const hasConsentCookie = (cookies: string | undefined): boolean =>
  cookies?.split(';').some((cookie) => cookie.trim() === `${cookieName}=1`) ?? false

const subnets = (...rows: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[]): BlockList => {
  const list = new BlockList()
  for (const [net, prefix, family] of rows) list.addSubnet(net, prefix, family)
  return list
}

const loopback = subnets(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
/** RFC 1918, link-local and unique local addresses. */
const privateNets = subnets(
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
)

const isIn = (list: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const family = isIP(plain)
  return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Type of a client's address: `local` is this machine, `private` a network without addresses of the internet. */
export const addressScope = (address: string): 'local' | 'private' | 'public' => {
  if (isIn(loopback, address)) return 'local'
  return isIn(privateNets, address) ? 'private' : 'public'
}
