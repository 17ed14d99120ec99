import type { ServedSite } from '@busbar/simulator'
import { type Api, createdId, expectOk } from './api.ts'

/** A demo that moves every minute would look dead. */
const livelySec = 5

const protocols = { tcp: 'modbustcp', rtu: 'rtu-over-tcp', ascii: 'ascii-over-tcp' } as const

type Site = ServedSite['site']

/** A network for each site that is dialled. They are made once; the ports of simulated sites may be others at every start. */
export const makeNets = async (api: Api, orgId: number, sites: readonly ServedSite[]): Promise<Map<string, number>> => {
  const known = new Map(expectOk(await api.nets.list({ orgId })).map(({ slug, id }) => [slug, id]))
  const ids = new Map<string, number>()
  for (const { site, host, port } of sites) {
    const { id: slug, name, envelope } = site.description
    const connection = { kind: 'direct', ip: host, port } as const
    const netId = known.get(slug)
    const answer =
      netId === undefined
        ? await api.nets.create({
            orgId,
            name,
            slug,
            connection,
            protocol: protocols[envelope],
            ...coordinatesAt(ids.size),
          })
        : await api.nets.change({ netId, connection })
    ids.set(slug, createdId(expectOk(answer)))
  }
  return ids
}

/** A small town: each site at another corner of it. */
const coordinatesAt = (place: number): { latitude: number; longitude: number } => ({
  latitude: Number((49.84 + 0.012 * Math.cos(place * 2.4) * Math.sqrt(place)).toFixed(5)),
  longitude: Number((24.03 + 0.019 * Math.sin(place * 2.4) * Math.sqrt(place)).toFixed(5)),
})

/** Creates the devices of a site from their templates, unless they exist. */
export const makeDevices = async (
  api: Api,
  netId: number,
  { description }: Site,
  updatePeriodSec = livelySec,
): Promise<void> => {
  const there = new Set(expectOk(await api.nets.devices({ netId })).map(({ modbusUnitId }) => modbusUnitId))
  const missing = description.devices.filter(({ unit }) => !there.has(unit))
  if (missing.length === 0) return
  const devices = await Promise.all(
    missing.map(async ({ unit, sku, name }) => {
      const { id: templateId } = expectOk(await api.templates.idBySku({ sku }))
      return { name, modbusUnitId: unit, templateId, updatePeriodSec }
    }),
  )
  expectOk(await api.devices.create({ netId, devices }))
}
