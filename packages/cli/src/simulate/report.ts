import type { CallingSite, ServedPlant } from '@busbar/simulator'

const rowsMax = 12

/** Lists the sites and their addresses. */
export const plantLines = (served: ServedPlant): string[] => {
  const rows = served.sites.slice(0, rowsMax).map(({ site, host, port }) => {
    const { id, envelope, devices } = site.description
    const units = devices.map(({ unit, sku }) => `${unit} ${sku}`).join(', ')
    return `  ${id.padEnd(20)}${`${host}:${port}`.padEnd(22)}${protocolNames[envelope].padEnd(16)}${units}`
  })
  const more = served.sites.length - rows.length
  const last = served.sites.at(-1)
  return more === 0 ? rows : [...rows, `  and ${more} more, up to ${last?.site.id} at ${last?.host}:${last?.port}`]
}

const protocolNames = { tcp: 'Modbus TCP', rtu: 'RTU over TCP', ascii: 'ASCII over TCP' } as const

/** The same for programs, in one line. */
export const plantJson = (served: ServedPlant, serial: string | undefined): string =>
  JSON.stringify({
    sites: served.sites.map(({ site, host, port }) => ({
      id: site.id,
      host,
      port,
      protocol: site.description.envelope,
      units: site.description.devices.map(({ unit, sku }) => ({ unit, sku })),
    })),
    ...(serial !== undefined && { serial }),
  })

/** A site's gateway has called the cloud and got a code to show, or was bound by it. */
export const codeLine = ({ site, mac, code }: CallingSite): string =>
  `  ${site.id.padEnd(20)}${mac}  ${code === null ? 'activated' : `activation code ${code}`}`

export const codeJson = ({ site, mac, code }: CallingSite): string => JSON.stringify({ id: site.id, mac, code })
