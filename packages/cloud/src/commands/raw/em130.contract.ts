import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { failed } from '../../fields/fields.ts'
import { connection } from './connection.contract.ts'

export const em130 = {
  readEvents: post('/em130/read/events/', {
    access: 'session',
    summary: 'Events of an EM130 time relay',
    description:
      'Reads events that are set: from the first on, or from the last back. The place of events in the registers depends on the version of the device, which is asked for where it is not given.',
    errors: {
      ObjectNotFound: 'there is no such network for the caller.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({
      deviceModbusId: z.int().min(1).max(255).describe('Modbus unit id of the relay, 1 to 255.'),
      sku: z.literal('em130').describe('Always `em130`.'),
      numberOfEvents: z.int().min(1).max(10).describe('Events to answer at most, 1 to 10.'),
      startWithFirst: z.boolean().describe('True from the first event on, false from the last one back.'),
      connection,
      deviceVersion: z
        .number()
        .optional()
        .describe("Version of the device's firmware; asked of the device if left out."),
    }),
    reply: z.union([
      z.object({
        status: z.literal('ok').describe('It was done.'),
        events: z
          .array(
            z.object({
              eventAddress: z.number().describe("Address of the event's first register."),
              eventType: z.number().describe('Type of the event, as the device has it.'),
              dayOfWeek: z.number().describe('Days of the week, as a bit mask.'),
              modeSwitchOff: z
                .number()
                .describe('How the time to switch off is meant: time of day, or offset from sunrise or sunset.'),
              modeSwitchOn: z.number().describe('How the time to switch on is meant.'),
              timeSwitchOff: z.number().describe('Seconds of the day, or signed offset in seconds.'),
              timeSwitchOn: z.number().describe('Seconds of the day, or signed offset in seconds.'),
              astronomicTimes: z
                .object({
                  sunset: z.number().describe('Sunset, in seconds of the day.'),
                  sunrise: z.number().describe('Sunrise, in seconds of the day.'),
                })
                .describe("When the sun sets and rises on the device's day."),
            }),
          )
          .describe('The events.'),
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
