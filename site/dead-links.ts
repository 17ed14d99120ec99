import { posix } from 'node:path'

const attribute = / (?:href|src)="([^"]+)"/g
const id = / id="([^"]+)"/g
const plain = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** Resolves a link to a file of the built site and an anchor in it. Null for links to other sites. */
function targetOf(page: string, link: string): { file: string; anchor: string } | null {
  if (/^(?:[a-z]+:|\/\/)/.test(link)) return null
  const [before = '', anchor = ''] = plain(link).split('#')
  const [path = ''] = before.split('?')
  const whole = path === '' ? page : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path)
  const file = whole === '' || whole.endsWith('/') ? `${whole}index.html` : whole
  return { file: posix.extname(file) === '' ? `${file}.html` : file, anchor: decodeURIComponent(anchor) }
}

/** Dead links of the built pages, as `page: link`. VitePress checks links of Markdown only, without their anchors. */
export function deadLinks(html: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] {
  const idsOf = new Map(
    Array.from(html, ([page, text]) => [page, new Set(Array.from(text.matchAll(id), ([, one = '']) => plain(one)))]),
  )
  const isDead = (page: string, link: string): boolean => {
    const target = targetOf(page, link)
    if (target === null) return false
    if (!files.has(target.file)) return true
    return target.anchor !== '' && idsOf.get(target.file)?.has(target.anchor) === false
  }
  return Array.from(html).flatMap(([page, text]) =>
    [...new Set(Array.from(text.matchAll(attribute), ([, link = '']) => link))]
      .filter((link) => isDead(page, link))
      .map((link) => `${page}: ${link}`),
  )
}
