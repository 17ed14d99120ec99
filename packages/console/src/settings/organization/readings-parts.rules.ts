/** A part of a file that fits into one request. */
export interface TextPart {
  text: string
  /** Line of the file with which it begins, besides the heading that is put before it. */
  firstLine: number
}

/** Parts of whole lines, each with the heading of the table before it. */
export const partsOf = (text: string, hasHeading: boolean, charsMax: number): TextPart[] => {
  const headingEnd = hasHeading ? text.indexOf('\n') + 1 : 0
  const heading = text.slice(0, headingEnd)
  const parts: TextPart[] = []
  let line = 1
  for (let at = headingEnd; at < text.length; ) {
    const cut = at + charsMax >= text.length ? text.length : text.lastIndexOf('\n', at + charsMax) + 1
    // A line longer than a part is sent as it is: the service reports the error.
    const end = cut > at ? cut : text.length
    const some = text.slice(at, end)
    parts.push({ text: heading + some, firstLine: line })
    line += some.split('\n').length - 1
    at = end
  }
  return parts
}
