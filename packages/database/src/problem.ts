/** A problem that the operator can fix. The message states what happened and what to do; it needs no stack trace. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem'
}
