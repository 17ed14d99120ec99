import { type CharFormat, charFormats, openPty, openSerialPort } from '@busbar/serial'
import { type Plant, type Site, serveSerial } from '@busbar/simulator'
import { UsageError } from '../command.ts'

export interface SerialChoice {
  /** The name of a new pseudo-terminal. */
  pty?: string | undefined
  /** A port of this machine. */
  device?: string | undefined
  baud: number
  charFormat: number
  envelope: 'rtu' | 'ascii'
}

export interface ServedSerial {
  path: string
  close(): Promise<void>
}

/** Puts a site on a serial port or a new pseudo-terminal, where one was asked for. */
export const openSerial = async (plant: Plant, site: Site, choice: SerialChoice): Promise<ServedSerial | undefined> => {
  const stream = await openStream(choice)
  if (stream === undefined) return undefined
  serveSerial(plant, site, stream, { envelope: choice.envelope })
  return { path: choice.pty ?? stream.path, close: () => stream.close() }
}

const openStream = async ({ pty, device, baud, charFormat }: SerialChoice) => {
  if (pty !== undefined && device !== undefined) throw new UsageError('--pty and --serial cannot go together')
  if (pty !== undefined) return openPty({ link: pty })
  if (device === undefined) return undefined
  if (!isCharFormat(charFormat)) throw new UsageError('--format takes a number from 0 to 5')
  return openSerialPort({ path: device, baud, charFormat })
}

const isCharFormat = (format: number): format is CharFormat => Object.hasOwn(charFormats, format)
