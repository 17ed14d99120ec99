import {
  type Choice,
  type ImportContext,
  type ImportedPlan,
  type ImportFormat,
  ImportProblem,
  type Note,
  type NoteLevel,
  type PlannedDevice,
  type PlannedNet,
  type Question,
  type TextArgs,
} from './plan.ts'
import type { NoteCode, QuestionCode } from './texts.ts'

/** Where in a file something stands. */
export interface SourceLine {
  file: string
  line: number | null
  path: string
}

interface QuestionFields {
  id: string
  code: QuestionCode
  args?: TextArgs
  choices?: readonly Choice[]
  isFree?: boolean
  default?: string | null
  /** Whether an answer that was given is one. */
  isAnswer?: (answer: string) => boolean
}

const devicesMax = 200
const notesMax = 2000
const answerCharsMax = 500

/** A plan that is being made: what a reader finds, notes and asks. */
export class Draft {
  readonly networks: PlannedNet[] = []
  readonly devices: PlannedDevice[] = []
  readonly context: ImportContext
  readonly #notes = new Map<string, Note>()
  readonly #questions = new Map<string, Question>()

  constructor(context: ImportContext) {
    this.context = context
  }

  /** The same note at many places is one with a count, at the first of them. */
  note({ file, line, path }: SourceLine, level: NoteLevel, code: NoteCode, args: TextArgs = {}, count = 1): void {
    const key = JSON.stringify([file, level, code, args])
    const known = this.#notes.get(key)
    if (known !== undefined) known.count += count
    else if (this.#notes.size < notesMax) this.#notes.set(key, { file, line, path, level, code, args, count })
    else throw new ImportProblem(`${file}: there are more than ${notesMax} things to note; import it in parts`)
  }

  /** The answer, the default, or null while the question is open. A wrong answer is none. */
  ask({
    id,
    code,
    args = {},
    choices = [],
    isFree = false,
    default: usual = null,
    isAnswer,
  }: QuestionFields): string | null {
    if (!this.#questions.has(id)) this.#questions.set(id, { id, code, args, choices, isFree, default: usual })
    const answer = this.context.answers[id]?.trim()
    if (answer === undefined || answer === '') return usual
    const isListed = choices.some(({ value }) => value === answer)
    const isFine = isListed || (isFree && answer.length <= answerCharsMax && (isAnswer?.(answer) ?? true))
    if (!isFine) throw new ImportProblem(`the answer "${answer.slice(0, 50)}" to the question "${id}" is none`)
    return answer
  }

  addDevice(source: SourceLine, device: PlannedDevice): void {
    if (device.params.length === 0) return this.note(source, 'left-out', 'device-empty', { name: device.name })
    if (this.devices.length === devicesMax)
      throw new ImportProblem(`${source.file}: at most ${devicesMax} devices at once`)
    this.devices.push(device)
  }

  plan(format: ImportFormat): ImportedPlan {
    const used = new Set(this.devices.map(({ net }) => net))
    return {
      format,
      networks: this.networks.filter(({ key }) => used.has(key)),
      devices: this.devices,
      notes: [...this.#notes.values()],
      questions: [...this.#questions.values()],
    }
  }
}
