import { createHash } from 'node:crypto'
import type { ImportedReading } from '@busbar/import'
import { at, type Clock } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { BoundedWorker, JobStopped, stoppedAnswer } from '../../server/bounded-worker.ts'
import type { ReadingsSource } from './import-readings.ts'
import type { LineRules, ParsedLines, ParseJob, ParseResult } from './parse-readings-job.ts'

type ReadingsParser = BoundedWorker<ParseJob, ParseResult>

export const createReadingsParser = (clock: Clock): ReadingsParser =>
  new BoundedWorker({
    entry: new URL('./worker.ts', import.meta.url),
    clock,
    jobMsMax: 10_000,
    heapMbMax: 192,
    // Each import has one batch here at a time, so parallel imports queue instead of being refused.
    queueMax: 100,
  })

interface TextSourceOptions {
  parser: Pick<ReadingsParser, 'run'>
  rules: LineRules
  text: string
  firstLine: number
  /** Aborted when the client disconnects, which ends parsing. */
  signal?: AbortSignal
  batchChars?: number
}

/** Bounds the memory of a batch, and the time for which its readings occupy the main thread. */
const batchCharsDefault = 32_768

const tooMuch = 'body.text: parsing it takes too long or too much memory; send smaller parts'

/** Readings of a text in memory. A thread parses it in batches, the next one when the previous one has been taken. Rejects for an invalid heading. */
export const textSource = async (options: TextSourceOptions): Promise<ReadingsSource> => {
  const { rules, text } = options
  const headingEnd = text.indexOf('\n')
  const heading = lineTo(text, 0, headingEnd === -1 ? text.length : headingEnd)
  const isTable = rules.format === 'csv'
  const start = !isTable ? 0 : headingEnd === -1 ? text.length : headingEnd + 1
  // Every batch has the heading with it: batches of its length at least keep that in proportion.
  const batchChars = Math.max(options.batchChars ?? batchCharsDefault, isTable ? heading.length : 0)
  const batches = batchesOf(text, start, batchChars)
  let line = options.firstLine + (isTable ? 1 : 0)
  const parseNext = async (): Promise<ParsedLines | null> => {
    const { value, done } = batches.next()
    if (done === true) return null
    const parsed = await parseBatch(options, { rules, heading: isTable ? heading : '', text: value, firstLine: line })
    line += parsed.lineCount
    return parsed
  }
  const first = await parseNext()
  return async (take) => {
    for (let parsed = first; parsed !== null; parsed = await parseNext()) {
      for (const refused of parsed.refused) await take(refused)
      for (const reading of readingsOf(parsed)) await take(reading)
    }
    return { sha256: createHash('sha256').update(text).digest('hex') }
  }
}

const parseBatch = async ({ parser, signal }: TextSourceOptions, job: ParseJob): Promise<ParsedLines> => {
  const result = await parser.run(job, signal).catch((error: unknown) => {
    throw error instanceof JobStopped ? stoppedAnswer(error, tooMuch) : error
  })
  if ('problem' in result) throw new Refusal('IncorrectRequest', `body.text: ${result.problem}`)
  return result.parsed
}

/** Whole lines of about so many characters together, at least one batch. The line end between two batches belongs to neither. */
function* batchesOf(text: string, start: number, batchChars: number): Generator<string, undefined> {
  for (let from = start; ; ) {
    const end = text.indexOf('\n', from + batchChars)
    if (end === -1) {
      yield text.slice(from)
      return
    }
    yield lineTo(text, from, end)
    from = end + 1
  }
}

/** Returns the text before a line feed, without its carriage return. */
const lineTo = (text: string, from: number, end: number): string =>
  text.slice(from, text[end] === '\n' && end > from && text[end - 1] === '\r' ? end - 1 : end)

function* readingsOf({ names, nameIndexes, times, values }: ParsedLines): Generator<ImportedReading> {
  for (const [index, value] of values.entries()) {
    yield { name: at(names, at(nameIndexes, index)), time: at(times, index), value }
  }
}
