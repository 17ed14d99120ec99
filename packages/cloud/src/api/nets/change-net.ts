import type { Tx } from '../../db/sql.ts'
import type { Call } from '../../service.ts'
import { assignSlugs, slugPatterns } from '../assign-slugs.rules.ts'
import type { NetChanges } from './nets.contract.ts'
import { type FieldErrors, isKnown } from './nets.rules.ts'
import { isParamOfNet, type NetSettings, netSlugs } from './nets.sql.ts'
import { findReach, type NetAddress } from './reach.ts'

const unsaid = {
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
  /** What the caller has to know. */
  note: string | null
}

/**
 * What a network will be by what was asked, or what is wrong with that. Nothing is stored here. `stored` and its id are null for a new
 * network; the words in `wanted` were checked before.
 */
export const plannedNet = async (
  tx: Tx,
  call: Call,
  stored: (NetSettings & { id: number }) | null,
  wanted: NetChanges,
): Promise<NetPlan | { errors: FieldErrors }> => {
  const { connection, slug, name: wantedName, ...others } = wanted
  const before = stored ?? unsaid
  const name = wantedName?.trim() ?? before.name
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const chosen = slug ?? stored?.slug
  const found = await freeSlug(tx, call.orgId, stored?.slug, { slug: chosen, name })
  const reach: NetAddress | { errors: FieldErrors } =
    connection === undefined || !isKnown(connection)
      ? { ip: before.ip, port: before.port, mac: before.mac, note: null }
      : await findReach(tx, call, stored?.id ?? null, connection)
  const { latitude = before.latitude, longitude = before.longitude } = wanted
  const isHalf = (latitude === null) !== (longitude === null)
  const isForeign = !(await isOwnParam(tx, call.orgId, stored?.id, wanted.keyParamId ?? null))
  const errors = {
    ...(found === null && { slug: 'is taken' }),
    ...(isHalf && { latitude: 'must be given together with longitude' }),
    ...(isForeign && { keyParamId: 'is no parameter of this network' }),
    ...('errors' in reach && reach.errors),
  }
  if (found === null || isHalf || isForeign || 'errors' in reach) return { errors }
  const { note, ...place } = reach
  return { net: { ...settingsOf(before), ...given, name, slug: found, ...place }, note }
}

/** A network that is being made has no parameters yet. */
const isOwnParam = async (tx: Tx, orgId: number, netId: number | undefined, paramId: number | null): Promise<boolean> =>
  paramId === null || (netId !== undefined && (await isParamOfNet(tx, orgId, netId, paramId)))

const freeSlug = async (
  tx: Tx,
  orgId: number,
  own: string | undefined,
  request: { slug: string | undefined; name: string },
): Promise<string | null> => {
  const taken = await netSlugs(tx, orgId, slugPatterns([request]))
  const assigned = assignSlugs(
    [request],
    taken.filter((slug) => slug !== own),
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
