/** A part of a line. */
export interface MarkupRun {
  text: string
  look?: 'bold' | 'italic' | 'code' | 'link'
  /** Where a link leads; no other address than of the web. */
  href?: string
}

export type MarkupBlock =
  | { kind: 'heading'; runs: MarkupRun[] }
  | { kind: 'paragraph'; lines: MarkupRun[][] }
  | { kind: 'list'; items: MarkupRun[][] }

/** Bold, italic, code and links, in this order; all else is text. */
const marks = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|`([^`\n]+)`|\[([^\]\n]+)\]\((https?:\/\/[^\s()]+)\)/gu

export const runsOf = (line: string): MarkupRun[] => {
  const runs: MarkupRun[] = []
  let copied = 0
  for (const found of line.matchAll(marks)) {
    if (found.index > copied) runs.push({ text: line.slice(copied, found.index) })
    const [, bold, italic, code, text, href] = found
    if (bold !== undefined) runs.push({ text: bold, look: 'bold' })
    else if (italic !== undefined) runs.push({ text: italic, look: 'italic' })
    else if (code !== undefined) runs.push({ text: code, look: 'code' })
    else if (text !== undefined && href !== undefined) runs.push({ text, look: 'link', href })
    copied = found.index + found[0].length
  }
  if (copied < line.length) runs.push({ text: line.slice(copied) })
  return runs
}

/** A text of people with a little markup. It becomes elements of the page and never HTML: nothing in it can be more than text. */
export const blocksOf = (text: string): MarkupBlock[] => {
  const blocks: MarkupBlock[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const [, heading] = /^#{1,3} (.+)$/u.exec(line) ?? []
    const [, item] = /^[-*] (.+)$/u.exec(line) ?? []
    if (heading !== undefined) blocks.push({ kind: 'heading', runs: runsOf(heading) })
    else if (item !== undefined && last?.kind === 'list') last.items.push(runsOf(item))
    else if (item !== undefined) blocks.push({ kind: 'list', items: [runsOf(item)] })
    else if (line.trim() === '') blocks.push({ kind: 'paragraph', lines: [] })
    else if (last?.kind === 'paragraph') last.lines.push(runsOf(line))
    else blocks.push({ kind: 'paragraph', lines: [runsOf(line)] })
  }
  return blocks.filter((block) => block.kind !== 'paragraph' || block.lines.length > 0)
}
