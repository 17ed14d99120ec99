import { port, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const httpd = setting({
  about: 'built-in HTTP server',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    port: port.describe('Port of this API, 1 to 65535.'),
    freeAccessSec: whole(5, 3600).describe(
      'Seconds of level 1 without a login after the button was pressed, 5 to 3600.',
    ),
  }),
  initial: { port: 80, freeAccessSec: 120 },
})
