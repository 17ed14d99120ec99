import { z } from 'zod'
import { get, post } from '../../http/words.ts'

export const serial = {
  ports: get('/api/serial/ports/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Serial ports of this box',
    description: 'Adapters by their lasting names, then ports on the board, with what is plugged as it calls itself.',
    reply: z.object({
      chosen: z.string().nullable().describe('Path of the port that the bus is at; null where none was chosen.'),
      isFixed: z.boolean().describe('Whether it was given to the program, and cannot be chosen here.'),
      ports: z
        .array(
          z.object({
            path: z.string().describe('Path of the port: its lasting name where it has one.'),
            tty: z.string().describe('Its name of today, such as `ttyUSB0`.'),
            maker: z.string().nullable().describe('Who made what is plugged; null where it does not say.'),
            product: z.string().nullable().describe('What is plugged; null where it does not say.'),
            serialNumber: z.string().nullable().describe('Its serial number; null where it does not say.'),
          }),
        )
        .describe('The ports, 64 at most.'),
    }),
  }),
  choose: post('/api/serial/port/', {
    access: 'administrator',
    extension: true,
    summary: 'Choose the serial port of the bus',
    description: 'Counts at once, and is kept. Not where the program was started with a port.',
    errors: { ERROR_CONFLICT: 'the program was started with a port.', ERROR_DISK: '' },
    body: z.object({ path: z.string().min(1).max(200).describe('Path of one of the ports.') }),
    reply: z.object({}),
    example: { body: { path: '/dev/ttyUSB0' } },
  }),
}
