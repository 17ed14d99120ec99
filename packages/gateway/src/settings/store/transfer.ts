import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { problemOf, SettingsProblem } from '../problem.ts'
import { merge } from '../rules/merge.rules.ts'
import { secretsOf, withoutSecrets, withSecrets } from '../rules/secrets.rules.ts'
import { checkAll } from '../rules/whole.rules.ts'
import { exportedSchema } from '../schemas.ts'
import { fields } from '../setting.ts'
import type { Settings } from '../table.ts'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
const purpose = 'busbar gateway settings 1'
/** Padding hides the length of the passwords. */
const paddedTo = 512

const keyFrom = (sealKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', sealKey, new Uint8Array(), purpose, 32))

/** Seals a JSON text with the device's key: nonce, ciphertext and tag in base64. */
export const seal = (sealKey: Uint8Array, json: string, newBytes: (count: number) => Uint8Array): string => {
  const nonce = newBytes(nonceLength)
  const sealing = createCipheriv(cipher, keyFrom(sealKey), nonce, { authTagLength: tagLength })
  const padded = json.padEnd(Math.ceil(json.length / paddedTo) * paddedTo)
  const body = [nonce, sealing.update(padded, 'utf8'), sealing.final()]
  return Buffer.concat([...body, sealing.getAuthTag()]).toString('base64')
}

/** Decrypts sealed text; undefined when it was sealed with another key or changed. */
export const unseal = (sealKey: Uint8Array, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceLength + tagLength) return undefined
  const opening = createDecipheriv(cipher, keyFrom(sealKey), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  opening.setAuthTag(bytes.subarray(-tagLength))
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceLength, -tagLength)), opening.final()]).toString()
  } catch {
    return undefined
  }
}

const textLengthMax = 65_536

/**
 * An exported file. Its secrets are sealed together, their names are not, so that another device can list those it did
 * not get.
 */
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

/** Imports settings and lists the secrets that are sealed for another device; this device keeps its own. */
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
