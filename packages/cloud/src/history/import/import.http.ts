import type { Handlers } from '../../accounts/call.ts'
import type { HistoryNeeds } from '../needs.ts'
import type { readingsImport } from './import.contract.ts'
import { importReadings } from './import-readings.ts'
import { textSource } from './text-source.ts'

export const readingsImportHandlers: Handlers<typeof readingsImport, HistoryNeeds> = {
  async run(call, { orgId, name, map, into, isDry, text, firstLine, ...rules }) {
    const parser = call.readingsParser
    const source = await textSource({ parser, rules, text, firstLine, signal: call.clientSignal() })
    return importReadings(call, call, { orgId, name, map, into, isDry }, source)
  },
}
