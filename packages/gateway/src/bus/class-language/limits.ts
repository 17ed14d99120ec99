/** Limits of a template. */
export const limits = {
  fileBytes: 65_536,
  lines: 2000,
  lineChars: 240,
  statements: 1000,
  /** Statements that a run may pass: labels make loops. */
  steps: 5000,
  /** Requests that a run may send. */
  requests: 250,
} as const
