import type { SamplePlant } from '@busbar/cloud'
import type { ServedPlant } from '@busbar/simulator'

const protocols = { tcp: 'modbustcp', rtu: 'rtu-over-tcp', ascii: 'ascii-over-tcp' } as const

/** The simulated workshop, for the sample organization of a service: nothing runs before it is added. */
export const samplePlant = (): SamplePlant => {
  let served: ServedPlant | null = null
  return {
    async start() {
      const { Plant, serveTcp, workshop } = await import('@busbar/simulator')
      served = await serveTcp(new Plant(workshop), { host: '127.0.0.1', port: 0 })
      return served.sites.map(({ site: { description }, host, port }) => ({
        slug: description.id,
        name: description.name,
        protocol: protocols[description.envelope],
        host,
        port,
        devices: description.devices.map(({ name, unit, sku }) => ({ name, unit, sku })),
      }))
    },
    async stop() {
      await served?.close()
      served = null
    },
  }
}
