import { posix } from 'node:path'

export interface LinkTargets {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
}

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g
const isOutside = /^(?:[a-z]+:|#|\/)/
/** Code, which contains no links. */
const code = /^ *```[\s\S]*?^ *```|`[^`\n]*`/gm

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Converts a link of the page `from`: to a page or a file of the site. Links into the source become plain text. */
function placedLink(
  from: string,
  places: LinkTargets,
  whole: string,
  mark: string,
  text: string,
  target: string,
): string {
  if (isOutside.test(target)) return whole
  const [path = '', anchor] = target.split('#')
  const found = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '')
  const hash = anchor === undefined ? '' : `#${anchor}`
  const page = places.pages.get(found)
  if (page !== undefined) return `[${text}](/${page}${hash})`
  const file = places.files.get(found)
  if (file === undefined) return text
  if (mark === '!') return `![${text}](/${file})`
  return `<a href="/${file}" target="_blank">${escaped(text)}</a>`
}

/** Converts all links of a page. */
export function withPlacedLinks(from: string, markdown: string, places: LinkTargets): string {
  const replace = (text: string): string =>
    text.replaceAll(link, (whole, mark: string, shown: string, target: string) =>
      placedLink(from, places, whole, mark, shown, target),
    )
  // The text of a link may contain code, so code is replaced by placeholders and restored afterwards.
  const kept: string[] = []
  const without = markdown.replaceAll(code, (piece) => `\uE000${kept.push(piece) - 1}\uE001`)
  return replace(without).replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? '')
}
