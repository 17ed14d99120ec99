import { integer } from '@busbar/wire'
import { z } from 'zod'
import { rs485Errors, rs485Modes } from '../../base/rs485.ts'
import { sources } from '../../bus/source.rules.ts'
import { get } from '../server/words.ts'
import { baudRate, charFormat, frameMode } from './line.contract.ts'

const rs485Mode = z.enum(rs485Modes)

export const bus = {
  status: get('/api/bus/', {
    access: 'reader',
    extension: true,
    summary: 'Serial bus status',
    description: 'Reports whether the port is open, the bus load, and the share of each client.',
    reply: z.object({
      isOpen: z.boolean().describe('Whether the serial port is open.'),
      problem: z.string().nullable().describe('Why the port is closed; null while it is open.'),
      rs485: z
        .object({
          mode: rs485Mode.describe('The mode that the setting `rs485` requests.'),
          used: z
            .object({
              mode: rs485Mode.exclude(['driver']).describe('When the transmitter is on.'),
              delayBeforeMs: z.int().describe('Milliseconds from RTS to the first bit.'),
              delayAfterMs: z.int().describe('Milliseconds from the last bit to RTS.'),
              terminate: z.boolean().describe('Whether the termination resistor is connected.'),
            })
            .nullable()
            .describe('The configuration that the driver reports; null when the gateway did not set it.'),
          error: z
            .enum(rs485Errors)
            .nullable()
            .describe(
              '`ERROR_RS485_UNSUPPORTED` (the port keeps its previous mode), `ERROR_RS485_ADJUSTED` (the driver uses other delays or no termination), `ERROR_RS485_HELPER` (the program busbar-tty is missing or failed), or null. The port is used in each case.',
            ),
          detail: z.string().nullable().describe('Error message of the operating system; null without an error.'),
        })
        .describe('RS-485 direction control since the port was last opened.'),
      mode: z.enum(['slave', 'master', 'raw']).describe('What the port is used for.'),
      line: z.object({ baudRate, charFormat, frameMode }).describe('Speed and character format of the port.'),
      timeoutMs: z.int().describe('Response timeout in milliseconds; 0 for automatic.'),
      load: z.array(z.int()).describe('Bus load of each whole minute in percent, oldest first, at most 60.'),
      requestsPerSec: z.int().describe('Requests per second, averaged over ten seconds.'),
      responsesPerSec: z.int().describe('Responses per second, averaged over ten seconds.'),
      loadPercent: z.int().describe('Bus load of the last ten seconds in percent.'),
      sources: z
        .array(
          z.object({
            from: z.enum(sources).describe('Source of the requests.'),
            requests: z.int().describe('Requests since the start.'),
            failed: z.int().describe('Requests that failed.'),
            busySec: z.number().describe('Seconds of bus time used.'),
          }),
        )
        .describe('Sources that have used the bus since the start.'),
    }),
  }),
  live: get('/api/bus/live/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Live bus traffic',
    description:
      'Server-sent events. Each event has a sequence number as its `id` and a JSON object as its data: `on` (time sent), `from` (source: `cloud`, `tcp`, `task`, `api`, `search`, `identify`, `other`), `by` (which client), `uid`, `req` and `resp` (PDUs in hex; `resp` is null without a response), `error` (`timeout`, `crc`, `ForeignTraffic` when another master uses the line, `DuplicateUnit` when two devices answered, or null), `noise` (bytes outside any frame) and `ms`. The last thousand events are kept. At most 8 clients can listen; a client that reads too slowly is disconnected.',
    errors: { ERROR_BUSY: '8 listen already.' },
    produces: 'text/event-stream',
    query: z.strictObject({
      last: integer(0, 1000).optional().describe('Number of past events to send first, 0 to 1000; 200 by default.'),
    }),
    reply: z.string().describe('Events.'),
  }),
}
