import { setTimeout as wait } from 'node:timers/promises'
import type { Cloud } from '@busbar/cloud'
import type { ServedSite } from '@busbar/simulator'
import { type Api, apiOf, expectOk } from '../api.ts'
import { fillHistory } from '../history/fill.ts'
import { everyMs } from '../history/times.rules.ts'
import { makeNets } from '../networks.ts'
import { libraryOrg } from '../owner.ts'
import { libraryPlant } from '../plant.ts'
import { demoSecrets, saveSecrets } from '../secrets.ts'
import { EnergyTrees } from './energy-trees.ts'
import { LibraryViews } from './library-views.ts'
import { makeUnits, type Unit } from './units.ts'

export interface LibraryOptions {
  cloud: Pick<Cloud, 'url' | 'loadHistory'>
  folder: string
  /** A site for each device type. */
  sites: readonly ServedSite[]
  /** Told when it begins and when it is done. */
  announce: (what: string) => void
}

const days = 3
const quarterMs = 900_000
/** Between two families, so that who looks at the demo meanwhile waits for nothing. */
const pauseMs = 40

/**
 * Creates the organization of the device library in the background: one unit of every family, from its template, with
 * the initial dashboard, alerts, diagram and position in the energy trees of its family. Existing objects stay, and an
 * interrupted start continues where it ended.
 */
export const startLibrary = (options: LibraryOptions): { done: Promise<void>; stop(): Promise<void> } => {
  const ending = new AbortController()
  const done = make(options, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) options.announce(`The device library could not be made: ${String(error)}`)
  })
  return {
    done,
    async stop() {
      ending.abort()
      await done
    },
  }
}

const make = async ({ cloud, folder, sites, announce }: LibraryOptions, signal: AbortSignal): Promise<void> => {
  const { email, password, libraryCount } = demoSecrets(folder)
  const { api, signIn } = apiOf(cloud)
  signIn(expectOk(await api.sessions.login({ email, password })).token)
  const orgId = await libraryOrg(api)
  const nets = await makeNets(api, orgId, sites)
  const count = sites.reduce((sum, { site }) => sum + site.description.devices.length, 0)
  if (libraryCount !== count) {
    announce(
      `The device library follows in the background: a unit of each of ${count} families, in an organization of its own.`,
    )
    const units = await makeUnits(api, nets, sites, signal)
    await fillPast(cloud, orgId, units)
    await showAll(api, orgId, units, signal)
    if (signal.aborted) return
    saveSecrets(folder, { libraryCount: count })
    announce(`The device library is there: ${count} families in the organization Device library.`)
  }
  expectOk(await api.sessions.logout())
}

/** Readings that are there stay: what was cut short can be done again. */
const fillPast = (cloud: LibraryOptions['cloud'], orgId: number, units: readonly Unit[]): Promise<void> => {
  const params = units.flatMap(({ tracked }) => tracked)
  return fillHistory({ cloud, orgId, plants: [libraryPlant()], params, times: everyMs(quarterMs, Date.now(), days) })
}

const showAll = async (api: Api, orgId: number, units: readonly Unit[], signal: AbortSignal): Promise<void> => {
  const [shown, trees] = [await LibraryViews.read(api, orgId), new EnergyTrees(api, orgId)]
  for (const unit of units) {
    if (signal.aborted) return
    await shown.show(unit)
    await trees.add(unit)
    await wait(pauseMs)
  }
}
