import { createHash } from 'node:crypto'
import type { Card } from '../storage/card/card.ts'
import { CardError } from '../storage/card/card-error.ts'
import { spanOf } from './bind/overlap.rules.ts'
import type { CompileCode, Problem } from './compile/compile-error.ts'
import type { Program } from './compile/emit.ts'
import { type CompiledTask, compileBeside } from './compile-all.rules.ts'
import { read, type Source, tasksFolder } from './folder.ts'
import { limits } from './limits.ts'
import type { Area } from './parse/syntax.ts'

const draftsFolder = `${tasksFolder}/DRAFTS`

interface TaskWrite {
  readonly item: string
  readonly unit: number
  readonly area: Area
  readonly address: number
  readonly count: number
  /** The gateway also writes the safe value when the task fails. */
  readonly hasSafeValue: boolean
}

export interface TaskCheck {
  /** Identifies the text; starting a draft requires the revision that was checked. */
  readonly revision: string
  readonly problem: { readonly line: number | null; readonly code: CompileCode } | null
  readonly problems: { readonly line: number | null; readonly code: CompileCode }[]
  readonly periodMs: number | null
  readonly heapBytes: number | null
  /** The task has items with LOG. */
  readonly isLogged: boolean | null
  readonly writes: TaskWrite[] | null
  readonly warnings: TaskWarning[]
}

/** The task runs, but probably not as intended. */
interface TaskWarning {
  readonly line: number
  readonly code: 'WARNING_RUN_UNDONE'
  readonly item: string
  readonly unit: number
}

export type DraftRefusal = 'changed' | Problem

export interface DraftsOptions {
  readonly card: Pick<Card, 'readBytes' | 'writeFile' | 'remove' | 'info' | 'dir'>
  /** The task files that run. */
  readonly tasks: { readonly loaded: readonly CompiledTask[]; reload(): Promise<void> }
}

/**
 * Drafts of task files, which do not run until an operator starts them. They are in a subfolder of the running files. A
 * replaced or stopped text is saved as NAME.BAK.
 */
export class Drafts {
  readonly #options: DraftsOptions

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  /** Compiles a text. With `file`, the name under which it would run, it must also fit beside the running tasks. */
  check(text: string, file?: string): TaskCheck {
    return this.#check({ file: file ?? 'DRAFT.TSK', bytes: Buffer.from(text) }, file === undefined)
  }

  /** Makes a draft the running file of its name, if its text is the one that was checked. */
  async start(file: string, revision: string): Promise<DraftRefusal | undefined> {
    const { card, tasks } = this.#options
    const path = `${draftsFolder}/${file}`
    const bytes = await card.readBytes(path, limits.fileBytes)
    const check = this.#check({ file, bytes }, false)
    if (check.revision !== revision) return 'changed'
    if (check.problem !== null) return { errorLine: check.problem.line, errorCode: check.problem.code }
    await this.#keep(file)
    await card.writeFile(`${tasksFolder}/${file}`, bytes)
    await card.remove(path)
    await tasks.reload()
    return undefined
  }

  /** Stops a task: its file becomes a draft, or a backup where there is a draft of its name already. */
  async stop(file: string): Promise<void> {
    const { card, tasks } = this.#options
    const path = `${tasksFolder}/${file}`
    const bytes = await card.readBytes(path, limits.fileBytes)
    if (await this.#exists(`${draftsFolder}/${file}`)) await this.#keep(file)
    else await card.writeFile(`${draftsFolder}/${file}`, bytes)
    await card.remove(path)
    await tasks.reload()
  }

  async #keep(file: string): Promise<void> {
    const { card } = this.#options
    const running = await read(card, file)
    if ('bytes' in running) await card.writeFile(`${draftsFolder}/${file.replace(/\.tsk$/i, '.BAK')}`, running.bytes)
  }

  async #exists(path: string): Promise<boolean> {
    try {
      await this.#options.card.info(path)
      return true
    } catch (error) {
      if (error instanceof CardError && (error.code === 'ERROR_FR_NO_FILE' || error.code === 'ERROR_FR_NO_PATH'))
        return false
      throw error
    }
  }

  #check(source: Extract<Source, { bytes: Uint8Array }>, isAlone: boolean): TaskCheck {
    const others = isAlone ? [] : this.#options.tasks.loaded.filter(({ file }) => file !== source.file)
    const revision = createHash('sha256').update(source.bytes).digest('hex').slice(0, 16)
    const program = compileBeside(source, others)
    if ('ok' in program) {
      const { periodMs, heapBytes, items } = program.ok
      const isLogged = items.some((item) => item.isLogged)
      const warnings = program.ok.undoneRuns.map((one) => ({ ...one, code: 'WARNING_RUN_UNDONE' as const }))
      const writes = writesOf(program.ok)
      return { revision, problem: null, problems: [], periodMs, heapBytes, isLogged, writes, warnings }
    }
    const problems = [program.problem, ...(program.others ?? [])].map(({ errorLine, errorCode }) => ({
      line: errorLine,
      code: errorCode,
    }))
    const [problem = null] = problems
    const byLine = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
    const unknown = { periodMs: null, heapBytes: null, isLogged: null, writes: null, warnings: [] }
    return { revision, problem, problems: byLine, ...unknown }
  }
}

/** Registers and bits of devices that the task writes, in the order of their addresses. */
const writesOf = ({ items, written }: Program): TaskWrite[] =>
  items
    .flatMap((item): TaskWrite[] => {
      const span = spanOf(item)
      if (span === undefined || item.mapping === undefined || !written.has(item.id)) return []
      return [{ item: item.name, ...span, hasSafeValue: item.safe !== undefined }]
    })
    .toSorted((a, b) => a.unit - b.unit || a.area.localeCompare(b.area) || a.address - b.address)
