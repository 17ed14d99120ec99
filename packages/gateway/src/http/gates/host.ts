import { type Gate, Refusal } from '@busbar/wire/server'
import type { FastifyRequest } from 'fastify'
import type { CallInProgress } from '../call.ts'
import { isOwnHost, isOwnOrigin } from '../host.rules.ts'
import type { GatewayAccess } from '../words.ts'

export interface HostOptions {
  /** What this box is called. */
  hostName: string
  /** Other names by which it may be asked. */
  allowHosts: readonly string[]
}

type Check = (request: FastifyRequest) => void

/** Refuses what was not meant for this gateway, or comes from a page that is not of it. */
export const hostCheck = ({ hostName, allowHosts }: HostOptions): Check => {
  const allowed = new Set(allowHosts.map((name) => name.toLowerCase()))
  const own = hostName.toLowerCase()
  const names = new Set([...allowed, own, `${own}.local`])
  return ({ headers: { host, origin } }) => {
    if (isOwnHost(host, names) && isOwnOrigin(origin, host, allowed)) return
    throw new Refusal('ERROR_HOST')
  }
}

export const hostGate =
  (check: Check): Gate<CallInProgress, GatewayAccess> =>
  () =>
  ({ request }) =>
    check(request)
