import type { Bus } from '../bus/bus.ts'
import type { CallBack } from '../network/outbound/call-back.ts'
import { busOf, type GatewayStatus, keysOf, programFacts, timeOf } from '../status/status.ts'
import type { LocalClock } from '../time/local-clock.ts'
import type { Host } from './host.ts'

/** Parts whose status is reported. */
interface StatusSources {
  readonly host: Pick<Host, 'env' | 'identity' | 'folder' | 'store'>
  readonly callBack: CallBack
  readonly bus: Bus
  readonly localClock: LocalClock
}

export const statusOfRunning = (
  { host: { env, identity, folder, store }, callBack, bus, localClock }: StatusSources,
  listening: GatewayStatus['listening'],
): GatewayStatus => {
  const { state, remoteIp, refusal = null } = callBack.status()
  const { step, pinned, proven } = callBack.whom()
  const { hostname, connPort: port } = store.active.cbCloud
  return {
    isRunning: true,
    ...programFacts(),
    variant: env.variant,
    identity: { mac: identity.mac, source: identity.macSource, isUnique: identity.isMacUnique },
    keys: keysOf(identity.proofKeys.publicKey, { pinned, named: env['cloud-key'] ?? null, proven }),
    activation: { isActivated: callBack.isActivated, step, refusal },
    cloud: { hostname, port, state, remoteIp },
    bus: busOf(env.port, store.active.serial.hdxMode, bus.status()),
    listening,
    data: { folder: folder.path, notKept: folder.problem() },
    time: timeOf(localClock.localNow()),
  }
}
