import type { ModemAddress } from './modem-address.ts'
import type { NetRequest } from './requests.ts'
import type { Tunnels } from './tunnels.ts'

type Verbs = { [V in NetRequest['verb']]: (request: Extract<NetRequest, { verb: V }>) => Promise<object | void> }

/** Handlers of all verbs. */
const verbsOf = (tunnels: Tunnels, modemAddress: Pick<ModemAddress, 'set'>): Verbs => ({
  'tunnel-up': (request) => tunnels.up(request),
  'tunnel-path': ({ slot, path }) => tunnels.move(slot, path),
  'tunnel-status': ({ slot }) => tunnels.status(slot),
  'tunnel-down': ({ slot }) => tunnels.down(slot),
  paths: () => tunnels.paths(),
  'modem-address': (request) => modemAddress.set(request),
})

/** Runs the handler of the request's verb. */
export const actBy = (tunnels: Tunnels, modemAddress: Pick<ModemAddress, 'set'>) => {
  const verbs = verbsOf(tunnels, modemAddress) as Record<string, (request: NetRequest) => Promise<object | void>>
  return async (request: NetRequest): Promise<object> => (await verbs[request.verb]?.(request)) ?? {}
}
