import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sql } from '../../db/sql.ts'
import type { Confirmation } from '../alert.ts'
import { findToken, type Seen, unuseToken, useToken } from './confirm-token.sql.ts'
import { toldInOutage } from './outage.sql.ts'
import { escapeHtml, plain } from './texts/plain.ts'
import { isLanguage, type Language, localeOf, word } from './texts/words.ts'

/** Writes down that somebody has seen the alerts of an organization; `from` is who, or by which channel. Answers the best of what came of it. */
export type Confirm = (seen: readonly Seen[], from: string) => Promise<Confirmation>

export interface ConfirmOptions {
  sql: Sql
  now: () => Date
  confirm: Confirm
  log: { error(details: object, message: string): void }
}

interface Visit {
  Params: { token: string }
  Querystring: { lang?: unknown }
}

const tokenForm = /^[0-9a-f-]{36}$/

/**
 * The page that a link in a mail leads to. To look at it confirms nothing, for programs that look through mails open every link; its button
 * does, once.
 */
export const addConfirm = (app: FastifyInstance, { sql, now, confirm, log }: ConfirmOptions): void => {
  app.get<Visit>('/confirm/:token', async ({ params: { token }, query }, reply) => {
    const lang = languageOf(query.lang)
    const known = tokenForm.test(token) ? await findToken(sql, token, now()) : undefined
    if (known === undefined) return show(reply, 404, message(lang, 'page.gone'))
    return known.isUsed
      ? show(reply, 410, message(lang, 'page.used'))
      : show(reply, 200, question(lang, known.alertName))
  })
  app.post<Visit>('/confirm/:token', async ({ params: { token }, query }, reply) => {
    const lang = languageOf(query.lang)
    const linked = tokenForm.test(token) ? await useToken(sql, token, now()) : undefined
    if (linked === undefined) {
      const known = tokenForm.test(token) ? await findToken(sql, token, now()) : undefined
      return known?.isUsed ? show(reply, 410, message(lang, 'page.used')) : show(reply, 404, message(lang, 'page.gone'))
    }
    try {
      const { orgId, messageId } = linked
      const told = messageId === null ? [linked] : await toldInOutage(sql, orgId, messageId)
      const seen = told.map(({ alertId, episode }) => ({ orgId, alertId, episode }))
      return show(reply, 200, message(lang, `page.${await confirm(seen, 'email')}`))
    } catch (error) {
      log.error({ err: error }, 'an alert was not confirmed')
      await unuseToken(sql, token)
      return show(reply, 500, message(lang, 'page.failed'))
    }
  })
}

const languageOf = (lang: unknown): Language => (isLanguage(lang) ? lang : 'en')

/** The page loads nothing and runs nothing; no other page may show it, and its address is told to nobody. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

const show = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).headers(headers).send(page)

const message = (lang: Language, key: string): string => page(lang, `<p>${escapeHtml(word(lang, key))}</p>`)

const question = (lang: Language, alertName: string | null): string =>
  page(
    lang,
    [
      `<p>${escapeHtml(word(lang, 'page.question'))}</p>`,
      ...(alertName === null ? [] : [`<h1>${escapeHtml(plain(alertName))}</h1>`]),
      `<form method="post"><button>${escapeHtml(word(lang, 'page.button'))}</button></form>`,
    ].join('\n'),
  )

const style =
  'body{font:18px/1.5 sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color:#1b1f24}button{font:inherit;padding:.6rem 1.4rem}'

const page = (lang: Language, content: string): string => `<!doctype html>
<html lang="${localeOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Busbar</title><style>${style}</style></head>
<body>
${content}
</body></html>
`
