import { z } from 'zod'

export const writeFunctions = ['normal', 'always-6', 'always-16'] as const

/**
 * Settings of how a device is polled and written, one row for each: its schema, its schema in replies, its description with what is added
 * where the setting may be changed, and its default. The key is also the column's name in camel case and the key of its label.
 */
const busSettings = {
  updatePeriodSec: {
    schema: z.int().min(1).max(86_400),
    shown: z.number(),
    text: 'Polling period in seconds',
    range: ', 1 to 86400',
    note: '',
    initial: 60,
  },
  readGroupSize: {
    schema: z.int().min(1).max(255),
    shown: z.number(),
    text: 'Maximum number of registers per read request',
    range: ', 1 to 255',
    note: '; limited to 125 by the protocol',
    initial: 60,
  },
  writeFunction: {
    schema: z.enum(writeFunctions),
    shown: z.enum(writeFunctions),
    text: 'Write functions: `normal` depending on the number of registers, or always 6 or 16',
    range: '',
    note: '',
    initial: 'normal',
  },
  modbusTimeoutRetriesNum: {
    schema: z.int().min(0).max(10),
    shown: z.number(),
    text: 'Number of retries after a timeout',
    range: ', 0 to 10',
    note: '. Writes are never retried',
    initial: 1,
  },
} as const

type Settings = typeof busSettings
export type BusSettings = { [K in keyof Settings]: z.output<Settings[K]['schema']> }
type Shape<Part extends 'schema' | 'shown'> = { [K in keyof Settings]: Settings[K][Part] }
type OptionalShape = { [K in keyof Settings]: z.ZodOptional<Settings[K]['schema']> }

const mapped = (map: (setting: Settings[keyof Settings]) => unknown): never =>
  Object.fromEntries(Object.entries(busSettings).map(([key, setting]) => [key, map(setting)])) as never

export const busSettingKeys = Object.keys(busSettings) as (keyof Settings)[]

/** Fields of a reply. */
export const shownBusSettings: Shape<'shown'> = mapped(({ shown, text }) => shown.describe(`${text}.`))
/** Fields that must be given. */
export const requiredBusSettings: Shape<'schema'> = mapped(({ schema, text, range }) =>
  schema.describe(`${text}${range}.`),
)
/** Fields that may be left out. */
export const optionalBusSettings: OptionalShape = mapped(({ schema, text, range, note }) =>
  schema.optional().describe(`${text}${range}${note}.`),
)

type GivenSettings = { [K in keyof BusSettings]?: BusSettings[K] | undefined }

/** Settings of a new device: each from the first source that has it, else its default. */
export const newBusSettings = (...sources: readonly GivenSettings[]): BusSettings =>
  Object.fromEntries(
    busSettingKeys.map((key) => [
      key,
      sources.find((given) => given[key] !== undefined)?.[key] ?? busSettings[key].initial,
    ]),
  ) as unknown as BusSettings
