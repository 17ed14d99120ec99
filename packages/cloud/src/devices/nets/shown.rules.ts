import { isIPv6 } from 'node:net'
import { rowJson } from '@busbar/database'
import type { NetRow } from './net-passwords.ts'
import type { ListedNet } from './nets.sql.ts'

type ConnectionText = { backward: string } | { direct: string }

/** Address of a network as lists show it. */
export const connectionText = ({ mac, ip, port }: Pick<ListedNet, 'mac' | 'ip' | 'port'>): ConnectionText => {
  if (mac !== null) return { backward: mac }
  const host = ip ?? ''
  return { direct: `${isIPv6(host) ? `[${host}]` : host}:${port ?? 0}` }
}

/** A network that calls in has no address. */
const addressOf = ({ ip, port }: Pick<ListedNet, 'ip' | 'port'>) => ({ ip: ip ?? '', port: port ?? 0 })

export const shownNet = ({ arePasswordsLocked, ...net }: NetRow, isManager: boolean) => ({
  ...rowJson(net),
  ...addressOf(net),
  devicePasswords: isManager ? net.devicePasswords : [],
  ...(isManager && arePasswordsLocked && { arePasswordsLocked }),
})
