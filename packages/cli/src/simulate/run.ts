import {
  type CallBackOptions,
  Plant,
  type PlantDescription,
  type PlantOptions,
  type ServedPlant,
  serveCallBack,
  serveTcp,
} from '@busbar/simulator'
import { type CommandContext, UsageError } from '../command.ts'
import { runConsole } from './console.ts'
import { switchOn } from './faults.ts'
import { explainInUse } from './in-use.ts'
import { type ModemChoice, startModem } from './modem.ts'
import { openSerial, type SerialChoice } from './serial.ts'

export interface RunOptions extends PlantOptions {
  description: PlantDescription
  listen: { host: string; port: number }
  serial: SerialChoice
  /** Where the gateways of the sites call, if they do. */
  callBack?: CallBackOptions | undefined
  /** The site on the serial port; the first unless said. */
  site?: string | undefined
  /** A modem beside the plant, if there is one. */
  modem?: ModemChoice | undefined
  /** Each as it would be typed: `workshop/3 slow ms=500`. */
  faults: readonly string[]
  /** `serialPath` is what others open to reach the serial line, where there is one. */
  onReady(plant: Plant, served: ServedPlant, serialPath: string | undefined): void
}

/** Runs a plant until the program is asked to end. */
export const runPlant = async (options: RunOptions, { say, input, ended }: CommandContext): Promise<void> => {
  const plant = new Plant(options.description, options)
  const site = asUsage(() => plant.site(options.site ?? options.description.sites[0]?.id ?? ''))
  for (const fault of options.faults) asUsage(() => switchOn(plant, fault.split(/\s+/)))
  const served = await serveTcp(plant, options.listen).catch(explainInUse)
  try {
    const serial = await openSerial(plant, site, options.serial)
    options.onReady(plant, served, serial?.path)
    const calling = options.callBack === undefined ? undefined : serveCallBack(plant, options.callBack)
    const modem = options.modem === undefined ? undefined : await startModem(options.modem, say)
    void runConsole(plant, input, say, modem?.tell)
    await ended
    await modem?.stop()
    calling?.close()
    await serial?.close()
  } finally {
    await served.close()
  }
}

const asUsage = <T>(act: () => T): T => {
  try {
    return act()
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error
  }
}
