/** Counts rows in COPY output: a newline inside a value is escaped with a backslash. */
export const lineCount = (chunk: Buffer): number => {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
