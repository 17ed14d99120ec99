import { type CallingPlant, Plant, serveCallBack, swarm } from '@busbar/simulator'

/** Commands and replies of the process with the simulated gateways. */
export type SitesCommand = { sites: number } | { ports: readonly number[]; delaySec: number }
export interface SitesReply {
  macs: string[]
}

const units = 2
let plant: Plant | null = null
let calling: CallingPlant | null = null

process.on('message', (command: SitesCommand) => {
  if ('sites' in command) {
    plant = new Plant(swarm({ sites: command.sites, units }))
    // Closed before it has dialled: all that is wanted are the names.
    const named = serveCallBack(plant, { port: 0 })
    named.close()
    process.send?.({ macs: named.sites.map(({ mac }) => mac) } satisfies SitesReply)
    return
  }
  const [port = 0, ...otherPorts] = command.ports
  calling?.close()
  if (plant !== null) calling = serveCallBack(plant, { port, otherPorts, delaySec: command.delaySec })
})
process.on('disconnect', () => process.exit())
