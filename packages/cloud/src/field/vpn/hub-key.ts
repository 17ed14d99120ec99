import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { isTunnelKey, newTunnelKey } from '@busbar/uplink/tunnel'

const fileName = 'vpn.key'

/** The hub's private key, made where there is none. Gateways learn of another when they ask again, which takes three minutes. */
export const hubKey = (folder: string): string => {
  const path = join(folder, fileName)
  if (!existsSync(path)) {
    makeFolder(folder)
    writeFileSync(`${path}.new`, `${newTunnelKey()}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (!isTunnelKey(key)) throw new Error(`${path} is damaged: it has no key of WireGuard`)
  return key
}
