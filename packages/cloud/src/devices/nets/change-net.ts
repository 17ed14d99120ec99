import type { Tx } from '@busbar/database'
import { assignSlugs, slugPatterns } from '../../fields/assign-slugs.rules.ts'
import type { DeviceCall } from '../needs.ts'
import { type NetAddress, resolveAddress } from './net-address.ts'
import type { NetChanges } from './nets.contract.ts'
import { type FieldErrors, isKnownConnection } from './nets.rules.ts'
import { isParamOfNet, type NetSettings, netSlugs } from './nets.sql.ts'

const defaults = {
  name: '',
  description: null,
  slug: '',
  solution: 'standalone',
  protocol: 'modbustcp',
  controllerKind: 'generic',
  controllerModbusUnitId: 1,
  devicePasswords: [],
  ip: null,
  port: null,
  mac: null,
  latitude: null,
  longitude: null,
  keyParamId: null,
} satisfies NetSettings

interface NetPlan {
  net: NetSettings
  /** Note for the caller. */
  note: string | null
}

/**
 * Returns the changed network, or the errors in the request. Stores nothing. `stored` and its ID are null for a new
 * network; strings in `changes` have been validated before.
 */
export const plannedNet = async (
  tx: Tx,
  call: DeviceCall<'member'>,
  stored: (NetSettings & { id: number }) | null,
  changes: NetChanges,
): Promise<NetPlan | { errors: FieldErrors }> => {
  const { connection, slug, name: newName, ...others } = changes
  const before = stored ?? defaults
  const name = newName?.trim() ?? before.name
  const changedFields = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const requestedSlug = slug ?? stored?.slug
  const newSlug = await freeSlug(tx, call.orgId, stored?.slug, { slug: requestedSlug, name })
  const resolved: NetAddress | { errors: FieldErrors } =
    connection === undefined || !isKnownConnection(connection)
      ? { ip: before.ip, port: before.port, mac: before.mac, note: null }
      : await resolveAddress(tx, call, stored?.id ?? null, connection)
  const { latitude = before.latitude, longitude = before.longitude } = changes
  const isHalf = (latitude === null) !== (longitude === null)
  const isForeign = !(await isOwnParam(tx, call.orgId, stored?.id, changes.keyParamId ?? null))
  const errors = {
    ...(newSlug === null && { slug: 'is taken' }),
    ...(isHalf && { latitude: 'must be given together with longitude' }),
    ...(isForeign && { keyParamId: 'is no parameter of this network' }),
    ...('errors' in resolved && resolved.errors),
  }
  if (newSlug === null || isHalf || isForeign || 'errors' in resolved) return { errors }
  const { note, ...address } = resolved
  return { net: { ...settingsOf(before), ...changedFields, name, slug: newSlug, ...address }, note }
}

/** A network that is being made has no parameters yet. */
const isOwnParam = async (tx: Tx, orgId: number, netId: number | undefined, paramId: number | null): Promise<boolean> =>
  paramId === null || (netId !== undefined && (await isParamOfNet(tx, orgId, netId, paramId)))

const freeSlug = async (
  tx: Tx,
  orgId: number,
  ownSlug: string | undefined,
  request: { slug: string | undefined; name: string },
): Promise<string | null> => {
  const taken = await netSlugs(tx, orgId, slugPatterns([request]))
  const assigned = assignSlugs(
    [request],
    taken.filter((slug) => slug !== ownSlug),
  )
  return 'slugs' in assigned ? (assigned.slugs[0] ?? null) : null
}

/** Only what people set. */
const settingsOf = (net: NetSettings): NetSettings => ({
  name: net.name,
  description: net.description,
  slug: net.slug,
  solution: net.solution,
  protocol: net.protocol,
  controllerKind: net.controllerKind,
  controllerModbusUnitId: net.controllerModbusUnitId,
  devicePasswords: net.devicePasswords,
  ip: net.ip,
  port: net.port,
  mac: net.mac,
  latitude: net.latitude,
  longitude: net.longitude,
  keyParamId: net.keyParamId,
})

/** For the audit log: how many passwords there are, but none of them. */
export const withoutSecrets = (net: NetSettings) => ({
  ...settingsOf(net),
  devicePasswords: net.devicePasswords.map(() => '***'),
})
