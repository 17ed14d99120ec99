import { port, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const httpd = setting({
  about: 'built-in HTTP server',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({ port, freeAccessSec: whole(5, 3600) }),
  initial: { port: 80, freeAccessSec: 120 },
})
