import type { Clock } from '@busbar/kit'
import { crc16 } from '@busbar/modbus'
import type { Card } from '../storage/card/card.ts'
import { CardError } from '../storage/card/card-error.ts'
import type { Item } from './bind/bound.ts'
import { isFloat, rangeOf } from './bind/types.rules.ts'
import { linesOf } from './parse/text.rules.ts'
import type { Memory } from './running/memory.ts'
import type { ValueKeeper } from './running/task.ts'

/** Every write to a card wears it: a power cut may cost so much. */
const saveEveryMs = 60_000
const fileBytesMax = 262_144

/** Part of the card interface that stores values. */
export type KeepingCard = Pick<Card, 'readBytes' | 'writeFile'>

/** Values by item name. */
type ItemValues = Readonly<Record<string, readonly number[] | string>>

export interface KeptValuesOptions {
  readonly items: readonly Item[]
  readonly card: KeepingCard
  readonly path: string
  readonly clock: Clock
  readonly warn: (error: unknown) => void
}

/** Path beside the task: `/TASKS/PUMPS.TSK` stores its values in `/TASKS/PUMPS.MEM`. */
export const keptValuesPath = (sourceFile: string): string => `/TASKS/${sourceFile.replace(/\.[^.]*$/, '')}.MEM`

class DamagedFile extends Error {}

/** Why a task with unreadable stored values does not run. */
export function keptValuesProblem(error: unknown): 'ERROR_CRC' | 'ERROR_IO' {
  if (error instanceof DamagedFile) return 'ERROR_CRC'
  if (error instanceof CardError) return 'ERROR_IO'
  throw error
}

/**
 * Reads the stored values of a task; empty when it has none. A damaged file is an error and must not count as empty.
 */
export async function readKeptValues(card: KeepingCard, path: string): Promise<ItemValues> {
  const lines = linesOf(await bytesOf(card, path))
  const [json = ''] = 'ok' in lines ? lines.ok : ['?']
  if (json === '') return {}
  try {
    return JSON.parse(json) as ItemValues
  } catch {
    throw new DamagedFile(`${path} is damaged`)
  }
}

async function bytesOf(card: KeepingCard, path: string): Promise<Uint8Array> {
  try {
    return await card.readBytes(path, fileBytesMax)
  } catch (error) {
    if (error instanceof CardError && error.code === 'ERROR_FR_NO_FILE') return new Uint8Array()
    throw error
  }
}

/** The items of one task that outlast the gateway, on the card: once a minute where they changed, and when the task ends. */
export class KeptValues implements ValueKeeper {
  readonly #options: KeptValuesOptions
  readonly #items: readonly Item[]
  readonly #restored: ItemValues
  #saved = ''
  #pending = ''
  #cancel: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()
  #isFailing = false

  constructor(options: KeptValuesOptions, restored: ItemValues) {
    this.#options = options
    this.#items = options.items.filter(({ isKept }) => isKept)
    this.#restored = restored
  }

  restore(memory: Memory): void {
    for (const item of this.#items) put(item, this.#restored[item.name], memory)
    this.#saved = this.#textOf(memory)
    this.#pending = this.#saved
  }

  note(memory: Memory): void {
    this.#pending = this.#textOf(memory)
    if (this.#pending === this.#saved) return
    this.#cancel ??= this.#options.clock.after(saveEveryMs, () => this.#save())
  }

  async stop(): Promise<void> {
    this.#save()
    await this.#writing
  }

  #save(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing = this.#writing.then(async () => {
      const text = this.#pending
      if (text === this.#saved) return
      try {
        await this.#options.card.writeFile(this.#options.path, sealed(text))
        this.#saved = text
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing) this.#options.warn(error)
        this.#isFailing = true
      }
    })
  }

  #textOf({ numbers, texts }: Memory): string {
    return JSON.stringify(
      Object.fromEntries(
        this.#items.map(({ name, type, slot, length }) => [
          name,
          type === 'STR' ? texts[slot] : Array.from(numbers.subarray(slot, slot + (length ?? 1))),
        ]),
      ),
    )
  }
}

/** Damage is found by the seal that task files may have too. */
function sealed(text: string): Buffer {
  const bytes = Buffer.from(`${text}\n`)
  return Buffer.concat([bytes, Buffer.from(`CRC ${crc16(bytes, 0, bytes.length).toString(16).padStart(4, '0')}\n`)])
}

/** Values that no longer fit the changed file keep their initial value. */
function put({ type, slot, length, textBytes }: Item, value: ItemValues[string] | undefined, memory: Memory): void {
  if (type === 'STR') {
    if (typeof value === 'string' && value.length <= textBytes) memory.texts[slot] = value
    return
  }
  if (!Array.isArray(value) || value.length !== (length ?? 1)) return
  const [min, max] = rangeOf[type]
  const isFit = (one: unknown): one is number =>
    typeof one === 'number' && one >= min && one <= max && (isFloat(type) || Number.isInteger(one))
  if (value.every(isFit)) memory.numbers.set(value, slot)
}
