import { at } from '@busbar/kit'
import type { Item } from './bind/bound.ts'
import { readable } from './parse/escape.rules.ts'
import { numberText } from './running/format.rules.ts'
import type { Memory } from './running/memory.ts'

export interface ItemView {
  readonly name: string
  readonly type: string
  /** Address of the item, such as `12:H 40`. */
  readonly place: string | null
  readonly isLogged: boolean
  readonly value: string | null
  /** The exception with which it could not be read. */
  readonly error: number
}

const itemsMax = 256

/** Values of a task as text. A mapped item that was never read has no value. */
export const itemsView = (items: readonly Item[], memory: Memory): ItemView[] =>
  items.slice(0, itemsMax).map((item) => ({
    name: item.name,
    type: item.length === null ? item.type : `${item.type}[${item.length}]`,
    place: addressText(item),
    isLogged: item.isLogged,
    value: valueOf(item, memory),
    error: at(memory.readErrors, item.id),
  }))

const addressText = ({ mapping }: Item): string | null =>
  mapping === undefined ? null : `${mapping.unit}:${mapping.area} ${mapping.address}`

const valueOf = (item: Item, { numbers, texts, hasBeenRead }: Memory): string | null => {
  const { type, slot, length, mapping, id } = item
  if (length !== null || (mapping !== undefined && hasBeenRead[id] !== 1)) return null
  if (type === 'STR') return readable(texts[slot] ?? '')
  const value = numbers[slot] ?? Number.NaN
  return Number.isFinite(value) ? numberText(value, null, type === 'F64' ? 64 : 32) : null
}
