import { integer } from '@busbar/wire'
import { z } from 'zod'
import { sources } from '../../bus/source.rules.ts'
import { get } from '../../http/words.ts'
import { rs485Errors, rs485Modes } from '../../rs485.ts'
import { baudRate, charFormat, frameMode } from '../line.contract.ts'

const rs485Mode = z.enum(rs485Modes)

export const bus = {
  status: get('/api/bus/', {
    access: 'reader',
    extension: true,
    summary: 'How the serial bus is',
    description: 'Whether its port is open, how busy the line is, and who takes how much of it.',
    reply: z.object({
      isOpen: z.boolean().describe('Whether the serial port is open.'),
      problem: z.string().nullable().describe('Why it is not, in words; null where it is.'),
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
            .describe('The configuration that the driver reports; null where the gateway did not set it.'),
          error: z
            .enum(rs485Errors)
            .nullable()
            .describe(
              '`ERROR_RS485_UNSUPPORTED` (the port keeps its previous mode), `ERROR_RS485_ADJUSTED` (the driver uses other delays or no termination), `ERROR_RS485_HELPER` (the program busbar-tty is missing or failed), or null. The port is used in each case.',
            ),
          detail: z.string().nullable().describe('The reason of the system; null without an error.'),
        })
        .describe('RS-485 direction control, as of the last time that the port was opened.'),
      mode: z.enum(['slave', 'master', 'raw']).describe('What the port is used for.'),
      line: z
        .object({ baudRate, charFormat, frameMode })
        .describe('Speed and format at which it is, or will be, opened.'),
      timeoutMs: z.int().describe('Milliseconds that an answer is waited for; 0 for as long as the bus thinks right.'),
      load: z
        .array(z.int())
        .describe('Percent of each whole minute in which the line was taken, oldest first, 60 at most.'),
      requestsPerSec: z.int().describe('Requests a second, over ten seconds.'),
      responsesPerSec: z.int().describe('Answers a second, over ten seconds.'),
      loadPercent: z.int().describe('Percent of the last ten seconds in which the line was taken.'),
      sources: z
        .array(
          z.object({
            from: z.enum(sources).describe('Who asks.'),
            requests: z.int().describe('Requests since the start.'),
            failed: z.int().describe('Of these, requests without a good answer.'),
            busySec: z.number().describe('Seconds for which they took the line.'),
          }),
        )
        .describe('Who has used the line since the start.'),
    }),
  }),
  live: get('/api/bus/live/', {
    access: 'fieldReader',
    extension: true,
    summary: 'What goes over the bus, as it happens',
    description:
      'Server-sent events. Each has a number as its `id`, and as its data a JSON object: `on` (when it was sent), `from` (who asks: `cloud`, `tcp`, `task`, `api`, `search`, `identify`, `other`), `by` (which one), `uid`, `req` and `resp` (PDUs in hex, `resp` null without an answer), `error` (`timeout`, `crc`, `ForeignTraffic` where another master uses the line, `DuplicateUnit` where two devices answered, or null), `noise` (bytes that belonged to no frame) and `ms`. The last thousand are kept. At most 8 listen; who reads too slowly is let go.',
    errors: { ERROR_BUSY: '8 listen already.' },
    produces: 'text/event-stream',
    query: z.strictObject({
      last: integer(0, 1000)
        .optional()
        .describe('How many of those before are told first, 0 to 1000; 200 where it is missing.'),
    }),
    reply: z.string().describe('Events.'),
  }),
}
