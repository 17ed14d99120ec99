import { z } from 'zod'
import { post } from '../../access/words.ts'
import { connection } from './connection.contract.ts'

export const em130 = {
  readEvents: post('/em130/read/events/', {
    access: 'session',
    summary: 'Events of a time relay that are set: from the first on, or from the last back',
    body: z.object({
      deviceModbusId: z.int().min(1).max(255),
      sku: z.literal('em130'),
      numberOfEvents: z.int().min(1).max(10),
      startWithFirst: z.boolean(),
      connection,
      deviceVersion: z.number().optional(),
    }),
    reply: z.union([
      z.object({
        status: z.literal('ok'),
        events: z.array(
          z.object({
            eventAddress: z.number(),
            eventType: z.number(),
            dayOfWeek: z.number(),
            modeSwitchOff: z.number(),
            modeSwitchOn: z.number(),
            timeSwitchOff: z.number(),
            timeSwitchOn: z.number(),
            astronomicTimes: z.object({ sunset: z.number(), sunrise: z.number() }),
          }),
        ),
      }),
      z.object({ status: z.literal('error'), errorMessage: z.string() }),
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
