import { z } from 'zod'
import { get, post } from '../server/words.ts'

export const serial = {
  ports: get('/api/serial/ports/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Serial ports',
    description:
      'Adapters by their persistent names, then built-in ports, with the device information that they report.',
    reply: z.object({
      chosen: z.string().nullable().describe('Path of the port used for the bus; null when none is selected.'),
      isFixed: z.boolean().describe('Whether the port was set on the command line and cannot be changed here.'),
      ports: z
        .array(
          z.object({
            path: z.string().describe('Path of the port: its persistent name if it has one.'),
            tty: z.string().describe('Current device name, such as `ttyUSB0`.'),
            maker: z.string().nullable().describe('Manufacturer of the adapter; null when not reported.'),
            product: z.string().nullable().describe('Product name; null when not reported.'),
            serialNumber: z.string().nullable().describe('Serial number; null when not reported.'),
          }),
        )
        .describe('Ports, 64 at most.'),
    }),
  }),
  choose: post('/api/serial/port/', {
    access: 'administrator',
    extension: true,
    summary: 'Select the serial port of the bus',
    description: 'Applies immediately and is stored. Refused when the port was set on the command line.',
    errors: { ERROR_CONFLICT: 'the program was started with a port.', ERROR_DISK: '' },
    body: z.object({ path: z.string().min(1).max(200).describe('Path of one of the ports.') }),
    reply: z.object({}),
    example: { body: { path: '/dev/ttyUSB0' } },
  }),
}
