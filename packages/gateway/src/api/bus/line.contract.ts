import { z } from 'zod'

export const baudRate = z.int().min(75).max(230_400).describe('Baud rate, 75 to 230400.')
/** 0 even, 1 odd, 2 space, 3 mark or two stop bits, 4 none, 5 none, received with one and sent with two stop bits. */
export const charFormat = z
  .literal([0, 1, 2, 3, 4, 5])
  .describe(
    'Character format: 0 even parity, 1 odd, 2 space, 3 mark or two stop bits, 4 none, 5 none with one stop bit received and two sent.',
  )
/** 0 RTU, 1 ASCII. */
export const frameMode = z.literal([0, 1]).describe('0 RTU, 1 ASCII.')
