import type { ByteStream } from '@busbar/modbus'
import { type CharFormat, charTimeMs } from '@busbar/serial'
import type { SerialLine } from '../line/serial-line.ts'
import type { Plant, Site } from '../plant/plant.ts'
import { Responder } from './responder.ts'

export interface SerialOptions {
  envelope?: 'rtu' | 'ascii'
  /** Minimum duration of an answer. */
  answerMs?: number
}

/** Puts a site's devices on an open serial port or pty. */
export const serveSerial = (plant: Plant, site: Site, stream: ByteStream, options: SerialOptions = {}): Responder =>
  new Responder({ plant, site, stream, envelope: options.envelope ?? 'rtu', answerMs: options.answerMs ?? 0 }).start()

export interface LineServeOptions {
  baud: number
  charFormat?: CharFormat
  envelope?: 'rtu' | 'ascii'
}

/** Attaches a site's devices to a simulated line; they answer after 3.5 characters of quiet, as the standard asks. */
export const serveLine = (plant: Plant, site: Site, line: SerialLine, options: LineServeOptions): Responder => {
  const { baud, charFormat = 0, envelope = 'rtu' } = options
  const quietMs = baud > 19_200 ? 1.75 : 3.5 * charTimeMs(baud, charFormat)
  return serveSerial(plant, site, line.attach({ baud, charFormat }), {
    envelope,
    answerMs: envelope === 'rtu' && Number.isFinite(baud) ? quietMs : 0,
  })
}
