import { tableOf } from '../../data/format/table-of.ts'
import { areTagsFine, tagsIn } from '../tags-in.rules.ts'

/** A device as it will be made. */
export interface DeviceRow {
  /** Line of the table, or number in the range, from 1. */
  line: number
  name: string
  unit: number
  template: string
  periodSec: number
  tags: readonly string[]
  groupName: string
  location: string
  serialNumber: string
  problem: Problem | null
}

type Problem = 'name' | 'unit' | 'unit-twice' | 'unit-taken' | 'template' | 'period' | 'tags'
export interface DeviceRows {
  rows: readonly DeviceRow[]
  /** Problem of the whole table. */
  problem: 'columns' | 'many' | null
}

/** Existing objects of the destination. */
export interface RowContext {
  /** Units of devices that are there. */
  units: ReadonlySet<number>
  /** Names of templates in small letters. */
  templates: ReadonlySet<string>
}

const devicesMax = 200
const periodDefault = 60

/** Words for columns, in small letters. */
const headings: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'device', 'nazwa', 'название', 'имя', 'назва', "ім'я"],
  unit: ['unit', 'unit id', 'address', 'modbus', 'slave', 'jednostka', 'adres', 'номер', 'адрес', 'адреса'],
  template: ['template', 'type', 'model', 'szablon', 'шаблон'],
  period: ['period', 'seconds', 'okres', 'период', 'період'],
  tags: ['tags', 'tag', 'etykiety', 'метки', 'мітки'],
  group: ['group', 'grupa', 'группа', 'група'],
  location: ['location', 'place', 'miejsce', 'место', 'місце'],
  serial: ['serial number', 'serial', 'numer seryjny', 'серийный номер', 'серійний номер'],
}

export interface Range {
  first: number
  last: number
  /** `#` stands for the unit. */
  name: string
  template: string
  periodSec: number
}

/** Devices of a range of units, alike but for their units and names. */
export const rowsOfRange = ({ first, last, name, template, periodSec }: Range, known: RowContext): DeviceRows => {
  if (!isUnit(first) || !isUnit(last) || last < first) return { rows: [], problem: null }
  if (last - first + 1 > devicesMax) return { rows: [], problem: 'many' }
  const rows = Array.from({ length: last - first + 1 }, (_, at) => ({
    ...blank,
    line: at + 1,
    unit: first + at,
    name: name.includes('#') ? name.replaceAll('#', String(first + at)) : `${name} ${first + at}`.trim(),
    template,
    periodSec,
  }))
  return { rows: checked(name.trim() === '' ? rows.map((row) => ({ ...row, name: '' })) : rows, known), problem: null }
}

/** Devices of a table whose first line names its columns. */
export const rowsOfTable = (text: string, known: RowContext): DeviceRows => {
  const [head = [], ...lines] = tableOf(text)
  if (head.length === 0) return { rows: [], problem: null }
  const columns = new Map(head.map((cell, at) => [columnOf(cell), at]))
  if (!columns.has('name') || !columns.has('unit')) return { rows: [], problem: 'columns' }
  if (lines.length > devicesMax) return { rows: [], problem: 'many' }
  const rows = lines.map((cells, at) => {
    const cell = (name: string): string => cells[columns.get(name) ?? -1] ?? ''
    return {
      line: at + 2,
      name: cell('name'),
      unit: cell('unit') === '' ? Number.NaN : Number(cell('unit')),
      template: cell('template'),
      periodSec: cell('period') === '' ? periodDefault : Number(cell('period')),
      tags: tagsIn(cell('tags').replaceAll('|', ',')),
      groupName: cell('group').slice(0, 100),
      location: cell('location').slice(0, 500),
      serialNumber: cell('serial').slice(0, 100),
    }
  })
  return { rows: checked(rows, known), problem: null }
}

const blank = { tags: [], groupName: '', location: '', serialNumber: '' }

const columnOf = (heading: string): string => {
  const word = heading.trim().toLowerCase()
  return Object.entries(headings).find(([, words]) => words.includes(word))?.[0] ?? ''
}

const isUnit = (unit: number): boolean => Number.isInteger(unit) && unit >= 0 && unit <= 255

const checked = (rows: readonly Omit<DeviceRow, 'problem'>[], known: RowContext): DeviceRow[] => {
  const counts = Map.groupBy(rows, ({ unit }) => unit)
  return rows.map((row) => ({ ...row, problem: problemOf(row, known, (counts.get(row.unit)?.length ?? 0) > 1) }))
}

const problemOf = (row: Omit<DeviceRow, 'problem'>, known: RowContext, isTwice: boolean): Problem | null => {
  const { name, unit, template, periodSec, tags } = row
  if (name.trim() === '' || name.length > 200) return 'name'
  if (!isUnit(unit)) return 'unit'
  if (isTwice) return 'unit-twice'
  if (known.units.has(unit)) return 'unit-taken'
  if (template !== '' && !known.templates.has(template.toLowerCase())) return 'template'
  if (!Number.isInteger(periodSec) || periodSec < 1 || periodSec > 86_400) return 'period'
  return areTagsFine(tags) ? null : 'tags'
}
