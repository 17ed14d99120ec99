/** Limits of one response. Exceeding them is an error, because a truncated response would look complete. */
export interface AnswerLimits {
  /** Time limit for a response about stored readings. */
  historyMs: number
  /** Total size of all drawings in a response. */
  drawingsChars: number
}

export const answerLimits: AnswerLimits = { historyMs: 20_000, drawingsChars: 33_554_432 }
