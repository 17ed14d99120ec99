import { z } from 'zod'
import { problemOf, SettingsProblem } from '../problem.ts'
import { merge } from '../rules/merge.rules.ts'
import { secretsOf, withoutSecrets, withSecrets } from '../rules/secrets.rules.ts'
import { checkAll } from '../rules/whole.rules.ts'
import { exportedSchema } from '../schemas.ts'
import { fields } from '../setting.ts'
import type { Settings } from '../table.ts'
import { seal, unseal } from './seal.ts'

const textLengthMax = 65_536

/** An exported file. Its secrets are sealed together; their names are not, so that another device can say what it did not get. */
const exported = fields({
  format: z.literal('busbar-gateway-settings-1', 'busbar-gateway-settings-1'),
  exportedOn: z.string('a time'),
  settings: exportedSchema,
  secrets: z.array(z.string('a name'), 'names'),
  sealed: z.string('a text'),
})
type ExportedSettings = z.infer<typeof exported>

interface Device {
  readonly sealKey: Uint8Array
  readonly newBytes: (count: number) => Uint8Array
}

const isSet = (value: unknown): boolean => value !== null && value !== ''

export const writeExport = (all: Settings, now: Date, { sealKey, newBytes }: Device): string => {
  const secrets = secretsOf(all)
  const file: ExportedSettings = {
    format: 'busbar-gateway-settings-1',
    exportedOn: now.toISOString(),
    settings: withoutSecrets(all),
    secrets: [...secrets].filter(([, value]) => isSet(value)).map(([path]) => path),
    sealed: seal(sealKey, JSON.stringify([...secrets]), newBytes),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const parse = (text: string): ExportedSettings => {
  if (text.length > textLengthMax) throw new SettingsProblem('value', `file: longer than ${textLengthMax} characters`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new SettingsProblem('value', 'file: is not JSON')
  }
  const read = exported.safeParse(json)
  if (read.success) return read.data
  const { issues } = read.error
  throw problemOf(
    issues.map((issue) => ({ ...issue, path: issue.path[0] === 'settings' ? issue.path.slice(1) : issue.path })),
  )
}

/** The settings after an import, and the secrets that the file has but not for this device: it keeps its own. */
export const readExport = (
  before: Settings,
  text: string,
  sealKey: Uint8Array,
): { settings: Settings; notCarried: string[] } => {
  const file = parse(text)
  const merged = merge(before, file.settings)
  const opened = unseal(sealKey, file.sealed)
  const known = secretsOf(merged)
  const carried = opened === undefined ? new Map<string, unknown>() : new Map(JSON.parse(opened) as [string, unknown][])
  const settings = withSecrets(merged, carried)
  checkAll(settings)
  return { settings, notCarried: file.secrets.filter((path) => known.has(path) && !carried.has(path)) }
}
