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

/** A location in a file. */
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
  /** Returns whether an answer is valid. */
  isAnswer?: (answer: string) => boolean
}

const devicesMax = 200
const paramsMax = 20_000
const notesMax = 2000
const questionsMax = 1000
const argCharsMax = 200
const answerCharsMax = 500

/** A plan that is being made: what a reader finds, notes and asks. */
export class Draft {
  readonly networks: PlannedNet[] = []
  readonly devices: PlannedDevice[] = []
  readonly context: ImportContext
  readonly #notes = new Map<string, Note>()
  readonly #questions = new Map<string, Question>()
  #deviceCount = 0
  #paramCount = 0

  constructor(context: ImportContext) {
    this.context = context
  }

  /** The same note at many places is one with a count, at the first of them. */
  note({ file, line, path }: SourceLine, level: NoteLevel, code: NoteCode, given: TextArgs = {}, count = 1): void {
    const args = shortened(given)
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
    if (!this.#questions.has(id)) {
      if (this.#questions.size === questionsMax)
        throw new ImportProblem(`the files leave more than ${questionsMax} questions open; import them in parts`)
      this.#questions.set(id, { id, code, args: shortened(args), choices, isFree, default: usual })
    }
    const answer = this.context.answers[id]?.trim()
    if (answer === undefined || answer === '') return usual
    const isListed = choices.some(({ value }) => value === answer)
    const isFine = isListed || (isFree && answer.length <= answerCharsMax && (isAnswer?.(answer) ?? true))
    if (!isFine) throw new ImportProblem(`the answer "${answer.slice(0, 50)}" to the question "${id}" is none`)
    return answer
  }

  /** Counted while files are read: what is too much is refused before the rest of it is. */
  countDevice({ file }: SourceLine): void {
    this.#deviceCount += 1
    if (this.#deviceCount > devicesMax) throw new ImportProblem(`${file}: at most ${devicesMax} devices at once`)
  }

  countParams({ file }: SourceLine, count: number): void {
    this.#paramCount += count
    if (this.#paramCount > paramsMax) throw new ImportProblem(`${file}: at most ${paramsMax} parameters at once`)
  }

  addDevice(source: SourceLine, device: PlannedDevice): void {
    if (device.params.length === 0) this.note(source, 'left-out', 'device-empty', { name: device.name })
    else this.devices.push(device)
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

/** A file decides how long these are. */
const shortened = (args: TextArgs): TextArgs =>
  Object.fromEntries(Object.entries(args).map(([name, text]) => [name, text.slice(0, argCharsMax)]))
