let lastMs = Number.NaN
let lastText = ''

/** A moment as answers have it. All values of a poll share theirs, so the latest text is kept: writing it takes longer than all the rest. */
export const isoTime = (ms: number): string => {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}
