import type { Database } from '@busbar/database'
import { monotonicClock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { signingKey } from '@busbar/uplink/handshake'
import { gatewayCertificate } from '../field/call-back/certificate.ts'
import { VpnHub } from '../field/vpn/hub.ts'
import type { OnceTask } from '../nodes/once-work.ts'
import type { Settings } from '../settings/env.ts'
import type { Monitoring } from './monitoring.ts'

interface HubParts {
  settings: Settings
  monitoring: Monitoring
  db: Database
  /** Key of the installation. */
  key: Uint8Array | null
  now: () => Date
  log: Log
  publicUrl: () => string
}

/** Null without `--vpn`. The hub is updated when networks change, which includes bound gateways and their names. */
export const vpnOf = (parts: HubParts): OnceTask | null => {
  if (parts.settings.vpn === undefined) return null
  let hub: VpnHub | null = null
  let unwatch = (): void => {}
  return {
    async start() {
      hub = hubOf(parts)
      unwatch = parts.monitoring.directory.watch(() => hub?.changed())
      await hub?.start()
    },
    async stop() {
      unwatch()
      await hub?.stop()
    },
  }
}

const hubOf = ({ settings, monitoring, db, key, now, log, publicUrl }: HubParts): VpnHub | null => {
  const { vpnOwners } = monitoring
  const { vpn: place, 'vpn-net': network, data: folder } = settings
  if (place === undefined || vpnOwners === null) return null
  if (key === null) throw new Error('--vpn: the key by which gateways know this installation cannot be opened')
  return new VpnHub({
    sql: db.sql,
    clock: monotonicClock,
    now,
    log,
    key: signingKey(key),
    certificate: gatewayCertificate(settings, now()),
    place,
    network,
    folder,
    owners: vpnOwners,
    publicUrl,
  })
}
