import { escapeHtml, type Language, localeOf, plain } from '@busbar/messaging/texts'
import { fill } from '@busbar/ui/messages'
import { texts } from '../../texts/texts.ts'

export type MailKind = 'invitation' | 'reset' | 'undelivered' | 'report' | 'address'

/** Pages of the console. Browsers do not send the fragment after # to the server. */
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
  /** Code in the link; null if the page needs none. */
  code: string | null
  /** Number of undelivered messages. */
  count: number | null
  publicUrl: string
}

/** Returns a mail about an account as plain text and HTML. */
export const accountMailText = ({ kind, language, orgName, code, count, publicUrl }: MailContent) => {
  const textOf = (key: 'subject' | 'text' | 'link'): string =>
    fill(texts[language].accountMails[`${kind}.${key}`], { org: plain(orgName), count: String(count) })
  // Recipients without an account confirm their address on a page of the service instead of the console.
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
