/** Limits of tasks. */
export const limits = {
  /** As many requests as one source may have waiting at the bus: a task has one at a time. */
  files: 16,
  fileBytes: 65_536,
  lineChars: 240,
  /** Problems that one check lists. */
  problems: 50,
  /** Statements, labels among them. */
  statements: 1000,
  items: 256,
  /** Parts of one statement's expression, with those of the conditions that it names. */
  expressionParts: 1000,
  /** Parts of all expressions of a file. */
  programParts: 20_000,
  /** Size of all items of a file. */
  itemBytes: 16_384,
  /** Size of the items and programs of all files. */
  heapBytes: 1_048_576,
  arrayLength: 1024,
  textBytes: 255,
  nameChars: 32,
  /** Limits of one write. */
  mappedWords: 123,
  mappedBits: 1968,
  periodMinMs: 50,
  periodMaxMs: 86_400_000,
  /** Parts of expressions that a run may work out, and statements that it may pass. */
  steps: 20_000,
  calls: 16,
  messages: 4,
  phones: 4,
  safeAfterMaxSec: 86_400,
} as const

/** Registers of the gateway's own unit that show what tasks have worked out. */
export const taskRegisters = { first: 2000, last: 2999 } as const
