import type { DataFolder } from '../storage/data-folder.ts'

const file = 'unit-names.json'
const unitMax = 247

/** Names that users gave to the units of the bus. */
export class UnitNames {
  readonly #folder: DataFolder
  #names: ReadonlyMap<number, string>

  constructor({ folder }: { folder: DataFolder }) {
    this.#folder = folder
    this.#names = read(folder.read(file)?.toString())
  }

  of(unit: number): string | null {
    return this.#names.get(unit) ?? null
  }

  get units(): number[] {
    return [...this.#names.keys()]
  }

  /** An empty name removes the entry. Throws `NotSaved` when it cannot be saved. */
  set(unit: number, name: string): void {
    const next = new Map(this.#names)
    if (name === '') next.delete(unit)
    else next.set(unit, name)
    this.#folder.save(file, JSON.stringify(Object.fromEntries(next)))
    this.#names = next
  }
}

/** A damaged file loses only the names. */
const read = (text: string | undefined): ReadonlyMap<number, string> => {
  try {
    const stored = JSON.parse(text ?? '{}') as Record<string, unknown>
    const rows = Object.entries(stored).flatMap(([unit, name]): [number, string][] => {
      const number = Number(unit)
      const isUnit = Number.isInteger(number) && number >= 1 && number <= unitMax
      return isUnit && typeof name === 'string' ? [[number, name]] : []
    })
    return new Map(rows)
  } catch {
    return new Map()
  }
}
