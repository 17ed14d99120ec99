import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { failed } from '../../fields/fields.ts'
import { connection } from './connection.contract.ts'

export const em130 = {
  readEvents: post('/em130/read/events/', {
    access: 'session',
    summary: 'Events of an EM130 time relay',
    description:
      'Reads the configured events, from the first or backwards from the last. The register addresses of events depend on the firmware version, which is read from the device if omitted.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({
      deviceModbusId: z.int().min(1).max(255).describe('Modbus unit ID of the relay, 1 to 255.'),
      sku: z.literal('em130').describe('Always `em130`.'),
      numberOfEvents: z.int().min(1).max(10).describe('Maximum number of events to return, 1 to 10.'),
      startWithFirst: z.boolean().describe('True to start with the first event, false to go back from the last.'),
      connection,
      deviceVersion: z.number().optional().describe('Firmware version of the device; read from the device if omitted.'),
    }),
    reply: z.union([
      z.object({
        status: z.literal('ok').describe('The request succeeded.'),
        events: z
          .array(
            z.object({
              eventAddress: z.number().describe('Address of the first register of the event.'),
              eventType: z.number().describe('Event type as stored in the device.'),
              dayOfWeek: z.number().describe('Days of the week as a bit mask.'),
              modeSwitchOff: z
                .number()
                .describe('Meaning of the switch-off time: time of day, or offset from sunrise or sunset.'),
              modeSwitchOn: z.number().describe('Meaning of the switch-on time.'),
              timeSwitchOff: z.number().describe('Seconds of the day, or signed offset in seconds.'),
              timeSwitchOn: z.number().describe('Seconds of the day, or signed offset in seconds.'),
              astronomicTimes: z
                .object({
                  sunset: z.number().describe('Sunset, in seconds of the day.'),
                  sunrise: z.number().describe('Sunrise, in seconds of the day.'),
                })
                .describe('Sunset and sunrise on the current day of the device.'),
            }),
          )
          .describe('Events.'),
      }),
      failed,
    ]),
    example: {
      body: {
        deviceModbusId: 3,
        sku: 'em130',
        numberOfEvents: 10,
        startWithFirst: true,
        connection: { kind: 'direct', ip: '192.0.2.7', port: 502 },
      },
    },
  }),
}
