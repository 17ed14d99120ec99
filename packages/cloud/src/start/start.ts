import { openDatabase } from '@busbar/database'
import { serverLog } from '@busbar/database/embedded'
import { monotonicClock } from '@busbar/kit'
import { createLog, type Log, limitRepeats } from '@busbar/kit/log'
import type { SamplePlant } from '../operations/installation/sample-plant.ts'
import type { Settings } from '../settings/env.ts'
import type { Cloud } from './app.ts'

export type { SamplePlant } from '../operations/installation/sample-plant.ts'
export type { Cloud } from './app.ts'

/**
 * Starts the service. The database has a process of its own, which gets ready while this one loads all the rest: that takes about as
 * long. What was begun is undone when a later part fails.
 */
export const startCloud = async (
  settings: Settings,
  output: Log = createLog(settings['log-level']),
  /** Makes the web console, or finds it made; it is then served beside the API. */
  makeConsole: (() => Promise<string | null>) | null = null,
  /** Simulated sites for a sample organization. */
  plant: SamplePlant | null = null,
): Promise<Cloud> => {
  // Refused before anything is begun.
  if (settings.vpn !== undefined) await (await import('../field/vpn/hub.ts')).VpnHub.check()
  const log = limitRepeats(output, monotonicClock)
  const { promise: isStarting, resolve: onWait } = Promise.withResolvers<void>()
  const opening = openDatabase({ dataFolder: settings.data, url: settings.db, log: serverLog(log), onWait })
  // Loading does not let go until it is done.
  await Promise.race([isStarting, opening])
  const consoleFolder = makeConsole?.() ?? null
  // These promises are awaited later, so a rejection must not count as unhandled before.
  for (const underWay of [opening, consoleFolder]) underWay?.catch(() => {})
  const { runCloud } = await import('./app.ts')
  return runCloud({ settings, output, log, opening, consoleFolder, plant })
}
