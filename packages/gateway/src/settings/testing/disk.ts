import type { FileOperations } from '../store/files.ts'

interface Inode {
  text: string
  synced: string
}
type Names = ReadonlyMap<string, Inode>

export class PowerCut extends Error {}

/** A disk whose power can be cut. What was not synced may be lost: of a file any end, of the folder's changes the later ones. */
export class Disk implements FileOperations {
  /** The folder after each change since it was last synced. */
  #journal: Names[]
  /** Steps that are done; the one after `lastStep` does not begin any more. */
  steps = 0
  lastStep = Number.POSITIVE_INFINITY

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.#journal = [new Map(Object.entries(files).map(([name, text]) => [name, { text, synced: text }]))]
  }

  get files(): Record<string, string> {
    return Object.fromEntries(Array.from(this.#names, ([name, { text }]) => [name, text]))
  }

  /** All that may be there when the power is back, with unsynced files cut at the lengths that `cuts` gives. */
  *afterCut(cuts: (length: number) => Iterable<number>): Generator<Record<string, string>> {
    for (const names of this.#journal) {
      const torn = [...names].find(([, { text, synced }]) => text !== synced)
      const lengths = torn === undefined ? [0] : cuts(torn[1].text.length)
      for (const length of lengths) {
        const left = Array.from(names, ([name, inode]) => [
          name,
          inode === torn?.[1] ? inode.text.slice(0, length) : inode.text,
        ])
        yield Object.fromEntries(left) as Record<string, string>
      }
    }
  }

  async makeFolder(): Promise<void> {}

  async read(name: string): Promise<string | undefined> {
    return this.#names.get(name)?.text
  }

  async write(name: string, text: string): Promise<void> {
    this.#step()
    const inode = this.#names.get(name)
    if (inode === undefined) this.#journal.push(new Map([...this.#names, [name, { text, synced: '' }]]))
    else inode.text = text
  }

  async sync(name: string): Promise<void> {
    this.#step()
    const inode = this.#names.get(name)
    if (inode !== undefined) inode.synced = inode.text
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step()
    const inode = this.#names.get(from)
    if (inode === undefined) throw new Error(`no ${from}`)
    const others = [...this.#names].filter(([name]) => name !== from && name !== to)
    this.#journal.push(new Map([...others, [to, inode]]))
  }

  async syncFolder(): Promise<void> {
    this.#step()
    this.#journal = [this.#names]
  }

  get #names(): Names {
    return this.#journal.at(-1) ?? new Map<string, Inode>()
  }

  #step(): void {
    if (this.steps >= this.lastStep) throw new PowerCut()
    this.steps++
  }
}
