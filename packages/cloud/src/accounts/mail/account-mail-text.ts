import { escapeHtml, type Language, localeOf, plain } from '@busbar/messaging/texts'
import { fill } from '@busbar/ui/messages'
import { texts } from '../../texts/texts.ts'

export type MailKind = 'invitation' | 'reset' | 'undelivered' | 'report' | 'address'

/** Pages of the console; what comes after # is never sent to anybody. */
const pages: Readonly<Record<MailKind, string>> = {
  invitation: '/invitation',
  reset: '/new-password',
  undelivered: '/alerts',
  report: '/reports',
  address: '/report-address',
}

interface MailContent {
  kind: MailKind
  language: Language
  /** Text of users. */
  orgName: string
  /** What the link opens; null where it is a page without one. */
  code: string | null
  /** Of messages that were not delivered. */
  count: number | null
  publicUrl: string
}

/** What a mail about an account says, as plain text and as HTML. */
export const accountMailText = ({ kind, language, orgName, code, count, publicUrl }: MailContent) => {
  const textOf = (key: 'subject' | 'text' | 'link'): string =>
    fill(texts[language].accountMails[`${kind}.${key}`], { org: plain(orgName), count: String(count) })
  // Who is asked has no console: the service itself shows them a page.
  const suffix = kind === 'address' ? `/${code}?lang=${language}` : code === null ? '' : `#${code}`
  const link = `${publicUrl}${pages[kind]}${suffix}`
  const [subject, text, label] = [textOf('subject'), textOf('text'), textOf('link')]
  return {
    subject,
    text: `${text}\n\n${label}: ${link}\n`,
    html: [
      `<!doctype html><html lang="${localeOf(language)}"><head><meta charset="utf-8">`,
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family:sans-serif;font-size:16px;color:#1b1f24">',
      `<p>${escapeHtml(text)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`,
      '</body></html>',
    ].join('\n'),
  }
}
