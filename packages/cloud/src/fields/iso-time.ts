let lastMs = Number.NaN
let lastText = ''

/** Formats a timestamp for responses. All values of a poll have the same one, so the last text is cached. */
export const isoTime = (ms: number): string => {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}
