import {
  type ByteOrder,
  byteOrders,
  type RegisterKind,
  registerKinds,
  type ValueFormat,
  type ValueType,
  valueTypes,
} from '@busbar/modbus'
import { type Check, fields, flag, list, number, numbered, oneOf, text, whole } from './check.ts'
import { type TemplateKind, templateKinds } from './kinds.ts'

export const languages = ['en', 'pl', 'ru', 'uk'] as const
export type Language = (typeof languages)[number]
export type LocalizedText = Readonly<Record<Language, string>>

/** Which function writes holding registers: by their number (6 or 16), or always the same. */
const writeFunctions = ['normal', 'always-6', 'always-16'] as const
export type WriteFunction = (typeof writeFunctions)[number]

export interface ParamTemplate extends ValueFormat {
  /** A mnemonic, unique in its template. */
  label: string
  name: LocalizedText
  category?: LocalizedText
  description?: LocalizedText
  address: number
  registerKind: RegisterKind
  unitName?: string
  /** For counters: the value at which the display rolls over, and the highest possible rise in an hour. */
  rolloverAt?: number
  hourlyMax?: number
  isTracked: boolean
  isProgrammable: boolean
  enum?: Readonly<Record<string, LocalizedText>>
  /** No source besides the one it was taken from confirms it, and it was not tried. */
  untried?: boolean
}

/**
 * A request that identifies the map of a unit: the register must return a value, from `min` to `max` if given. With
 * `absent` the register must return none.
 */
export interface Probe {
  registerKind: RegisterKind
  address: number
  valueType: Exclude<ValueType, 'string' | 'bit' | 'enum'>
  order?: ByteOrder
  min?: number
  max?: number
  absent?: boolean
}

/** A map of units that share a name. */
export interface Variant {
  /** The SKU on the device, which all variants share. */
  of: string
  /** A short description for users who choose between variants. */
  note: LocalizedText
  /** Without it only a person can tell. */
  probe?: Probe
}

export const eventFields = [
  'eventType',
  'dayOfWeek',
  'modeSwitchOff',
  'modeSwitchOn',
  'timeSwitchOff',
  'timeSwitchOn',
] as const
export type EventField = (typeof eventFields)[number]

/** The event memory of a time relay: consecutive records of one size in holding registers. */
export interface EventLayout {
  base: number
  recordSize: number
  recordCount: number
  fields: Readonly<Record<EventField, { offset: number; valueType: 'u16' | 's32' }>>
  /** Addresses of s32 seconds of the local day. */
  sunrise: number
  sunset: number
}

/** Labels of the parameters that set unit ID and speed; the rates are those of the states, such as `9600 bit/s`. */
interface LineSettings {
  unitId: string
  baudRate?: string
}

export interface DeviceTemplate {
  name: string
  manufacturer: string
  version: string
  kind: TemplateKind
  skus: readonly string[]
  readGroupSize: number
  writeFunction: WriteFunction
  /** Present if unit ID or speed of the device can be changed. */
  line?: LineSettings
  /** Documents and projects that the register map was taken from, by name. */
  sources?: readonly string[]
  paramTemplates: readonly ParamTemplate[]
  variant?: Variant
  /** Event layouts by device version. */
  events?: Readonly<Record<string, EventLayout>>
}

const address = whole(0, 65_535)
const texts = fields({ en: text, pl: text, ru: text, uk: text })

const param = fields(
  {
    label: text,
    name: texts,
    address,
    registerKind: oneOf(registerKinds),
    valueType: oneOf(valueTypes),
    isTracked: flag,
    isProgrammable: flag,
  },
  {
    category: texts,
    description: texts,
    order: oneOf(byteOrders),
    bitPosition: whole(0, 63),
    bitsAmount: whole(1, 2000),
    multiplier: number,
    shift: number,
    precision: whole(0, 15),
    min: number,
    max: number,
    rolloverAt: number,
    hourlyMax: number,
    unitName: text,
    enum: numbered(texts),
    nanValues: list(text),
    coding: fields(
      {},
      { negativeFrom: number, signAt: fields({ address, positive: address, negative: address }), scaleAt: address },
    ),
    untried: flag,
  },
)

const variant = fields(
  { of: text, note: texts },
  {
    probe: fields(
      { registerKind: oneOf(registerKinds), address, valueType: oneOf(valueTypes) },
      { order: oneOf(byteOrders), min: number, max: number, absent: flag },
    ),
  },
)

const eventField = fields({ offset: whole(0, 124), valueType: oneOf(['u16', 's32']) })

const eventLayout = fields({
  base: address,
  recordSize: whole(1, 125),
  recordCount: whole(1, 1000),
  fields: fields(Object.fromEntries(eventFields.map((name) => [name, eventField]))),
  sunrise: address,
  sunset: address,
})

export const deviceTemplate: Check = fields(
  {
    name: text,
    manufacturer: text,
    version: text,
    kind: oneOf(templateKinds),
    skus: list(text),
    readGroupSize: whole(1, 255),
    writeFunction: oneOf(writeFunctions),
    paramTemplates: list(param),
  },
  {
    sources: list(text),
    line: fields({ unitId: text }, { baudRate: text }),
    variant,
    /** Default for all parameters of a type without their own codes, except bit fields. */
    nanValues: fields({}, Object.fromEntries(valueTypes.map((type) => [type, list(text)]))),
    events: numbered(eventLayout),
  },
)
