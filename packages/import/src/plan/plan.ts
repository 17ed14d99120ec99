import type { ByteOrder, RegisterKind, ValueType } from '@busbar/modbus'
import type { NoteCode, QuestionCode } from './texts.ts'

export const importFormats = ['spreadsheet', 'home-assistant', 'telegraf', 'thingsboard', 'esphome', 'kepware'] as const
export type ImportFormat = (typeof importFormats)[number]

/** An uploaded file: text, or the bytes of a workbook. */
export interface SourceFile {
  name: string
  content: string | Uint8Array
}

/** `left-out`: it is not taken over. `changed`: it is, otherwise than it was. */
export const noteLevels = ['left-out', 'changed', 'info'] as const
export type NoteLevel = (typeof noteLevels)[number]

/** Values that a text names, by their names. */
export type TextArgs = Readonly<Record<string, string>>

/** Something that a person should know, with its place in the file. */
export interface Note {
  file: string
  /** From 1; null where the reader of the format knows none. */
  line: number | null
  path: string
  level: NoteLevel
  code: NoteCode
  args: TextArgs
  /** How many things of the file it stands for. */
  count: number
}

/**
 * A question about something that the file does not specify. Without a default it must be answered before anything is
 * stored.
 */
export interface Question {
  id: string
  code: QuestionCode
  args: TextArgs
  /** Empty where any text is an answer. */
  choices: readonly Choice[]
  /** True if an answer may differ from all choices. */
  isFree: boolean
  default: string | null
}

export interface Choice {
  value: string
  /** Text for the user: a name from the file or this installation, or a word that every language translates. */
  label: string
}

export const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const
export type Protocol = (typeof protocols)[number]

export interface PlannedNet {
  key: string
  name: string
  /** A network that is there already. */
  existingId: number | null
  protocol: Protocol
  /** Null: a gateway calls in, and is bound later. */
  host: string | null
  port: number
  timeoutMs: number | null
}

type Text = { en: string }

/** A parameter as templates have it; decimals are text, so that no digit is lost. */
export interface PlannedParam {
  name: Text
  description?: Text
  category?: Text
  label?: string
  registerKind: RegisterKind
  address: number
  valueType: ValueType
  order?: ByteOrder
  bitPosition?: number
  bitsAmount?: number
  multiplier?: string
  shift?: string
  precision?: number
  min?: string
  max?: string
  rolloverAt?: string
  hourlyMax?: string
  unitName?: string
  enum?: Record<string, Text>
  nanValues?: string[]
  isTracked: boolean
  isProgrammable: boolean
}

export interface PlannedDevice {
  /** Settings of its network. */
  net: string
  name: string
  unit: number
  /** How often it is read; null where the file says nothing. */
  periodSec: number | null
  retries: number | null
  isAlways16: boolean
  params: readonly PlannedParam[]
}

/** The result of reading files. */
export interface ImportedPlan {
  format: ImportFormat
  networks: readonly PlannedNet[]
  devices: readonly PlannedDevice[]
  notes: readonly Note[]
  questions: readonly Question[]
}

/** Options of a reader besides the files. */
export interface ImportContext {
  answers: Readonly<Record<string, string>>
  /** Networks that devices may be put into. */
  nets: readonly { id: number; name: string }[]
  /** Only templates are wanted: it is not asked where devices are. */
  isTemplatesOnly: boolean
}

/** The files are unreadable; the message contains the reason and the location. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
}
