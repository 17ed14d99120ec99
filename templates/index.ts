import { readdirSync, readFileSync } from 'node:fs'
import type { ValueType } from '@busbar/modbus'
import { type DeviceTemplate, deviceTemplate } from './schema.ts'

export type { TemplateKind } from './kinds.ts'
export {
  type DeviceTemplate,
  type EventField,
  type EventLayout,
  eventFields,
  type Language,
  type LocalizedText,
  languages,
  type ParamTemplate,
  type Probe,
  type Variant,
  type WriteFunction,
} from './schema.ts'

type NanValues = Partial<Record<ValueType, readonly string[]>>

const folder = new URL('.', import.meta.url)
const notTemplates = new Set(['package.json', 'tsconfig.build.json'])

let loaded: ReadonlyMap<string, DeviceTemplate> | undefined

/** The shipped templates by SKU, read from this folder at the first call. */
export const templates = (): ReadonlyMap<string, DeviceTemplate> => (loaded ??= load())

/** A template of a file's text; `file` is what a mistake is reported under. */
export function parseTemplate(file: string, json: string): DeviceTemplate {
  const value: unknown = JSON.parse(json)
  assertTemplate(value, file)
  return withNanValues(value)
}

/** Applies no-value codes that a file defines once for a type to each of its parameters. */
function withNanValues({ nanValues, ...template }: DeviceTemplate & { nanValues?: NanValues }): DeviceTemplate {
  if (nanValues === undefined) return template
  const paramTemplates = template.paramTemplates.map((param) => {
    const given = param.bitsAmount === undefined ? nanValues[param.valueType] : undefined
    return given === undefined || param.nanValues !== undefined ? param : { ...param, nanValues: given }
  })
  return { ...template, paramTemplates }
}

function load(): ReadonlyMap<string, DeviceTemplate> {
  const bySku = new Map<string, DeviceTemplate>()
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith('.json') || notTemplates.has(file)) continue
    const template = parseTemplate(file, readFileSync(new URL(file, folder), 'utf8'))
    for (const sku of template.skus) {
      if (bySku.has(sku)) throw new Error(`${file}: skus: ${sku} belongs to another template already`)
      bySku.set(sku, template)
    }
  }
  return bySku
}

function assertTemplate(value: unknown, file: string): asserts value is DeviceTemplate {
  deviceTemplate(value, file)
}
