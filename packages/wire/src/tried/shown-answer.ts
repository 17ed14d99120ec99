const shownMax = 200_000
const strings = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^"[\]{},:\s]+/g

/** JSON in lines. It is not parsed: numbers keep all their digits. */
const inLines = (json: string): string => {
  const [lines, line] = [[] as string[], { text: '', depth: 0 }]
  const next = (by: number): void => {
    lines.push(line.text)
    line.depth += by
    line.text = '  '.repeat(line.depth)
  }
  const pieces = json.match(strings) ?? []
  pieces.forEach((piece, at) => {
    const isEnd = (one: string | undefined): boolean => one === ']' || one === '}'
    if (isEnd(piece) && !/^[[{]$/.test(pieces[at - 1] ?? '')) next(-1)
    line.text += piece === ':' ? ': ' : piece
    if (piece === ',') next(0)
    if (/^[[{]$/.test(piece) && !isEnd(pieces[at + 1])) next(1)
  })
  return [...lines, line.text].join('\n')
}

/** An answer as people read it, and not more of it than a page can show. */
export const shownAnswer = (text: string, type: string): { text: string; isCut: boolean } => {
  const shown = type.startsWith('application/json') && text.length <= shownMax ? inLines(text) : text
  return { text: shown.slice(0, shownMax), isCut: shown.length > shownMax }
}
