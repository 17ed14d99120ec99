import { CompileError } from '../compile/compile-error.ts'
import { limits } from '../limits.ts'
import type { Def, Expression } from '../parse/syntax.ts'
import type { Item } from './bound.ts'
import { bytesOfType, isFloat, rangeOf } from './types.rules.ts'

type ScopeEntry =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'condition'; readonly condition: Expression }
  | { readonly kind: 'label'; readonly at: number }

/** Meaning of the names in the part of a file that was read. */
export class Scope {
  readonly #names = new Map<string, ScopeEntry>()
  readonly items: Item[] = []
  numberCount = 0
  textCount = 0
  itemBytes = 0

  find(name: string): ScopeEntry | undefined {
    return this.#names.get(name)
  }

  add(name: string, meaning: ScopeEntry): void {
    if (this.#names.has(name)) throw new CompileError('ERROR_NAME_ALREADY_DEFINED')
    this.#names.set(name, meaning)
  }

  addItem(def: Def): void {
    const { name, type, textBytes, length, mapping, isLogged, isPublished, isKept, register } = def
    const isText = type === 'STR'
    this.itemBytes += isText ? textBytes : bytesOfType[type] * (length ?? 1)
    if (this.itemBytes > limits.itemBytes || this.items.length >= limits.items) {
      throw new CompileError('ERROR_OUT_OF_PARAMETER_STORAGE_MEMORY')
    }
    const slot = isText ? this.textCount : this.numberCount
    const item: Item = {
      name,
      type,
      textBytes,
      length,
      ...(mapping && { mapping }),
      isLogged,
      isPublished,
      isKept,
      ...(register !== undefined && { register }),
      ...(def.safe !== undefined && { safe: fitting(type, def.safe) }),
      initial: initialOf(def),
      id: this.items.length,
      slot,
    }
    this.add(name, { kind: 'item', item })
    this.items.push(item)
    if (isText) this.textCount += 1
    else this.numberCount += length ?? 1
  }
}

/** Value of an item before its first assignment. */
function initialOf({ type, textBytes, initial }: Def): number | string {
  if (type === 'STR') {
    const text = typeof initial === 'string' ? initial : ''
    if (text.length > textBytes) throw new CompileError('ERROR_VALUE_FORMAT')
    return text
  }
  return fitting(type, typeof initial === 'number' ? initial : 0)
}

/** A number as it is written in the file, if its type can hold it. */
function fitting(type: Def['type'], value: number): number {
  if (type === 'STR') throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  const [min, max] = rangeOf[type]
  const isWhole = isFloat(type) || Number.isInteger(value)
  if (!isWhole || value < min || value > max) throw new CompileError('ERROR_VALUE_FORMAT')
  return type === 'F32' ? Math.fround(value) : value
}
