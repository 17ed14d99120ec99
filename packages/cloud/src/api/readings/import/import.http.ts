import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../../service.ts'
import type { readingsImport } from './import.contract.ts'
import { importReadings, textSource } from './import-readings.ts'

export const readingsImportHandlers: Handlers<typeof readingsImport, Call> = {
  run: (call, { orgId, name, map, into, isDry, text, firstLine, ...rules }) =>
    importReadings(call, call, { orgId, name, map, into, isDry }, textSource(rules, text, firstLine)),
}
