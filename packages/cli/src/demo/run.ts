import type { Cloud } from '@busbar/cloud'
import { openPty } from '@busbar/serial'
import { Plant, type ServedPlant, type ServedSite, type Site, serveSerial, serveTcp } from '@busbar/simulator'
import { explainInUse } from '../simulate/in-use.ts'
import type { DemoGateway } from './gateway.ts'
import { dialledPlant, linePlant, servedPlant } from './plant.ts'
import type { Demo } from './prepare.ts'
import { demoSecrets } from './secrets.ts'

export interface DemoOptions {
  folder: string
  listen: { host: string; port: number }
  gatewayHttp: string
  variant: string
  /** How much history a first start makes. */
  days: number
  /** True if a unit of every family is simulated too. */
  hasLibrary: boolean
  /** May dial the addresses that it is given. */
  startCloud: (rawAllow: string) => Promise<Cloud>
  announce: (what: string) => void
}

/** All that runs in the demo. */
export interface RunningDemo {
  cloud: Cloud
  plant: Plant
  served: ServedPlant
  /** Sites of the device library; empty without it. */
  librarySites: readonly ServedSite[]
  gateway: DemoGateway
  made: Demo
  stop(): Promise<void>
}

const dialledCount = dialledPlant.sites.length

/** Starts the programs, one after the other, and makes what they show. What was begun is undone when a later part fails. */
export const runDemo = async (options: DemoOptions): Promise<RunningDemo> => {
  const { folder, listen, days, announce } = options
  const undo: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const close of undo.splice(0).toReversed()) await close()
  }
  try {
    const plant = new Plant(options.hasLibrary ? servedPlant() : dialledPlant)
    const served = await serveTcp(plant, listen).catch(explainInUse)
    undo.push(() => served.close())
    const line = await openLine()
    undo.push(() => line.close())
    announce('the cloud, with a PostgreSQL of its own')
    const cloud = await options.startCloud(served.sites.flatMap(rangesOf).join())
    undo.push(() => cloud.stop())
    announce('the gateway, on a simulated serial line')
    const { gatewayHttp: http, variant } = options
    const secrets = demoSecrets(folder)
    const callBack = callBackAddress(cloud)
    const { path: port, units } = line
    // Loaded when the console is there: it need not wait for it.
    const { startDemoGateway } = await import('./gateway.ts')
    const gateway = await startDemoGateway({ folder, secrets, port, http, variant, units, callBack }).catch(
      (error: unknown) => explainInUse(error, 'gateway-http'),
    )
    undo.push(() => gateway.stop())
    const [sites, librarySites] = [served.sites.slice(0, dialledCount), served.sites.slice(dialledCount)]
    const { prepareDemo } = await import('./prepare.ts')
    const made = await prepareDemo({ cloud, folder, sites, gateway, lineSite: line.site, days, announce })
    return { cloud, plant, served, librarySites, gateway, made, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The sites are on this machine, at ports of their own. */
const rangesOf = ({ port }: ServedSite): string[] => [`127.0.0.0/8:${port}`, `[::1]:${port}`]

const callBackAddress = ({ callBack }: Cloud): { host: string; port: number } => {
  const { hostname, port } = new URL(`tcp://${callBack ?? ''}`)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

/** A serial line with simulated devices on it, for a gateway to open. */
interface DemoLine {
  path: string
  site: Site
  units: readonly { unit: number; name: string }[]
  close(): Promise<void>
}

const openLine = async (): Promise<DemoLine> => {
  const plant = new Plant(linePlant)
  const [site] = plant.sites
  if (site === undefined) throw new Error('nothing is on the line')
  const pty = await openPty()
  serveSerial(plant, site, pty)
  return { path: pty.path, site, units: linePlant.sites[0]?.devices ?? [], close: () => pty.close() }
}
