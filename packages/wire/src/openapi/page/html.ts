/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = string | Html | Html[] | false | undefined

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const textOf = (part: HtmlPart): string => {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return part.replaceAll(/[&<>"']/g, (found) => escapes[found] ?? found)
}

/** A template whose values are escaped, unless they are HTML themselves. */
export const html = (parts: TemplateStringsArray, ...values: HtmlPart[]): Html =>
  new Html(parts.map((part, at) => part + textOf(values[at])).join(''))
