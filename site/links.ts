import { posix } from 'node:path'

export interface LinkTargets {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
}

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g
const isOutside = /^(?:[a-z]+:|#|\/)/
/** Code, in which nothing is a link. */
const code = /^ *```[\s\S]*?^ *```|`[^`\n]*`/gm

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A link of the page at `from` as the site has it: to a page, to a file that is handed out, or only its text where it leads into the source. */
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

/** The text of a page with its links as the site has them. */
export function withPlacedLinks(from: string, markdown: string, places: LinkTargets): string {
  const replace = (text: string): string =>
    text.replaceAll(link, (whole, mark: string, shown: string, target: string) =>
      placedLink(from, places, whole, mark, shown, target),
    )
  // A link's own text may hold code, so pieces of code are put aside and come back afterwards.
  const kept: string[] = []
  const without = markdown.replaceAll(code, (piece) => `\uE000${kept.push(piece) - 1}\uE001`)
  return replace(without).replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? '')
}
