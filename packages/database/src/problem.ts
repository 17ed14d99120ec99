/** Something that the operator can mend. The message says what happened and what to do; it needs no stack. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem'
}
