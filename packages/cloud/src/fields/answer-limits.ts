/** What one answer may come to. Beyond it there is an error: what is left out would look as if it were not there. */
export interface AnswerLimits {
  /** What a program waits for an answer about the past. */
  historyMs: number
  /** Of all drawings together. */
  drawingsChars: number
}

export const answerLimits: AnswerLimits = { historyMs: 20_000, drawingsChars: 33_554_432 }
