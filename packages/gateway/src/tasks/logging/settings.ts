/** How tasks are logged, by the contract's names. */
export interface TasksLogging {
  /** Null none; 1 DAT; 2, 3, 4 CSV with semicolon, comma, tab; 5, 6, 7 the same without headers. */
  readonly format: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  /** Null: files are never removed. */
  readonly storeIntervalDays: number | null
  /** Size limit of a file in kilobytes, minus one. */
  readonly fileSizeLimitKb: number
}
