/** What the client says of a statement that it cannot send, rather than of the connection. */
const ofStatement: ReadonlySet<string> = new Set(['UNDEFINED_VALUE', 'MAX_PARAMETERS_EXCEEDED', 'NOT_TAGGED_CALL'])
/** Data that PostgreSQL refuses: it will refuse it again. */
const ofData = /^(22|23|54)...$/

/** Whether the polls themselves are to blame. All else may pass: the connection, a full disk, a missing right. */
export const isDataFault = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === undefined || ofStatement.has(code) || ofData.test(code)
}

/** A row that refers to something that is gone. */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === '23503'

/** A row that is there already. */
export const isTaken = (error: unknown): boolean => codeOf(error) === '23505'

/** A day whose partition was dropped meanwhile. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' && (error as { routine?: unknown }).routine === 'ExecFindPartition'

/** For the status and the log. What PostgreSQL adds to a message may hold a whole row, so that is left out. */
export const reasonOf = (error: unknown): string => {
  const { message = '' } = error as { message?: string }
  return message || codeOf(error) || String(error)
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
