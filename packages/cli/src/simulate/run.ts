import { type CharFormat, charFormats, openPty, openSerialPort } from '@busbar/serial'
import {
  AtModem,
  type CallBackOptions,
  Plant,
  type PlantDescription,
  type PlantOptions,
  type ServedPlant,
  SimCard,
  type Site,
  serveAtSocket,
  serveCallBack,
  serveOnPty,
  serveSerial,
  serveTcp,
} from '@busbar/simulator'
import { type CommandContext, UsageError } from '../command.ts'
import { runConsole } from './console.ts'
import { switchOn } from './faults.ts'
import { explainInUse } from './in-use.ts'

export interface RunOptions extends PlantOptions {
  description: PlantDescription
  listen: { host: string; port: number }
  serial: SerialChoice
  /** Address to which the gateways of the sites connect, if they do. */
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
export const runPlant = async (options: RunOptions, { print, input, ended }: CommandContext): Promise<void> => {
  const plant = new Plant(options.description, options)
  const site = asUsage(() => plant.site(options.site ?? options.description.sites[0]?.id ?? ''))
  for (const fault of options.faults) asUsage(() => switchOn(plant, fault.split(/\s+/)))
  const served = await serveTcp(plant, options.listen).catch(explainInUse)
  try {
    const serial = await openSerial(plant, site, options.serial)
    options.onReady(plant, served, serial?.path)
    const calling = options.callBack === undefined ? undefined : serveCallBack(plant, options.callBack)
    const modem = options.modem === undefined ? undefined : await startModem(options.modem, print)
    void runConsole(plant, input, print, modem?.tell)
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

interface ModemChoice {
  /** The name of a new pseudo-terminal; `abstract:NAME` a socket in the abstract space that is called so. */
  portName: string
  /** PIN of the card; null for none. */
  pin: string | null
}

const registrations = { home: 1, roam: 5, away: 2 } as const

/** Starts a modem that prints the messages it sends, and receives those that are typed. */
const startModem = async ({ portName, pin }: ModemChoice, print: (line: string) => void) => {
  if (pin !== null && !/^\d{4,8}$/.test(pin)) throw new UsageError('--modem-pin takes 4 to 8 digits')
  const modem = new AtModem({ sim: new SimCard({ pin }), ussd: (code) => `${code}: 12.50 left` })
  modem.on('sms', ({ to, text }) => print(`the modem sends to ${to}: ${text}`))
  modem.on('connected', (apn) => print(`the modem is connected to ${apn}`))
  const served = portName.startsWith('abstract:')
    ? await serveAtSocket(modem, `\0${portName}`)
    : await serveOnPty(modem, portName)
  return { stop: () => served.stop(), tell: (words: readonly string[]) => runModemCommand(modem, words) }
}

const runModemCommand = (modem: AtModem, [what = '', ...words]: readonly string[]): void => {
  const [first = '', ...rest] = words
  if (what === 'sms') {
    if (!modem.receive({ from: first, text: rest.join(' '), sentAt: new Date() }))
      throw new RangeError('its memory is full')
  } else if (what === 'signal') modem.signalPercent = Math.min(100, Math.max(0, Number(first) || 0))
  else if (what === 'home' || what === 'roam' || what === 'away') modem.registration = registrations[what]
  else throw new RangeError(`a modem can do no ${what}`)
}

interface SerialChoice {
  /** The name of a new pseudo-terminal. */
  pty?: string | undefined
  /** A port of this machine. */
  device?: string | undefined
  baud: number
  charFormat: number
  envelope: 'rtu' | 'ascii'
}

interface ServedSerial {
  path: string
  close(): Promise<void>
}

/** Puts a site on a serial port or a new pseudo-terminal, where one was asked for. */
const openSerial = async (plant: Plant, site: Site, choice: SerialChoice): Promise<ServedSerial | undefined> => {
  const stream = await openStream(choice)
  if (stream === undefined) return undefined
  serveSerial(plant, site, stream, { envelope: choice.envelope })
  return { path: choice.pty ?? stream.path, close: () => stream.close() }
}

const openStream = async ({ pty, device, baud, charFormat }: SerialChoice) => {
  if (pty !== undefined && device !== undefined) throw new UsageError('--pty and --serial cannot be combined')
  if (pty !== undefined) return openPty({ link: pty })
  if (device === undefined) return undefined
  if (!isCharFormat(charFormat)) throw new UsageError('--format takes a number from 0 to 5')
  return openSerialPort({ path: device, baud, charFormat })
}

const isCharFormat = (format: number): format is CharFormat => Object.hasOwn(charFormats, format)
