import type { Confirmation } from '@busbar/alerts/model'
import type { Sql } from '@busbar/database'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '../message/message.ts'
import { findToken, type KnownToken, releaseToken, type SeenOccurrence, useToken } from '../outbox/confirm-token.sql.ts'
import type { MessageLocale } from '../outbox/describe.ts'
import { alertsInMessage } from '../outbox/outage.sql.ts'
import { isLanguage } from '../texts/words.ts'
import { type ConfirmView, isConfirmable, isLinkConfirmable, messageHtml, pageHtml, viewHtml } from './confirm-html.ts'
import { occurrenceOf } from './occurrence.sql.ts'

/** Confirms alerts of an organization; `from` is who, or by which channel. Answers the best of what came of it. */
export type ConfirmHandler = (seen: readonly SeenOccurrence[], from: string) => Promise<Confirmation>

export interface ConfirmOptions {
  sql: Sql
  now: () => Date
  confirm: ConfirmHandler
  publicUrl: () => string
  /** The installation's, for organizations that have said none. */
  timeZone: string
  log: { error(details: object, message: string): void }
}

interface ConfirmRequest {
  Params: { token: string }
  Querystring: { lang?: unknown; episode?: unknown; additions?: unknown }
}

const tokenForm = /^[0-9a-f-]{36}$/
/** Alert events that the page describes; further ones are only named. */
const shownMax = 20

/**
 * Adds the page that a link in a mail opens: the subject of the mail and its current state. Opening it acknowledges
 * nothing, because mail scanners open every link; its button does, and only for the alert event beside it.
 */
export const addConfirm = (app: FastifyInstance, options: ConfirmOptions): void => {
  const { sql, now, publicUrl, log } = options
  const find = async (token: string): Promise<KnownToken | undefined> =>
    tokenForm.test(token) ? findToken(sql, token, now()) : undefined
  app.get<ConfirmRequest>('/confirm/:token', async ({ params: { token }, query }, reply) => {
    const lang = languageOf(query.lang)
    const tokenRow = await find(token)
    if (tokenRow === undefined) return sendPage(reply, lang, 404, [messageHtml(lang, 'page.gone')])
    const view = await viewOf(options, tokenRow, lang)
    return sendPage(reply, lang, 200, viewHtml(lang, view, null, publicUrl()))
  })
  app.post<ConfirmRequest>('/confirm/:token', async ({ params: { token }, query, headers: requestHeaders }, reply) => {
    const lang = languageOf(query.lang)
    const isJsonWanted = requestHeaders.accept === 'application/json'
    const tokenRow = await find(token)
    if (tokenRow === undefined) {
      if (isJsonWanted) return reply.code(404).headers(answerHeaders).send({ outcome: 'gone' })
      return sendPage(reply, lang, 404, [messageHtml(lang, 'page.gone')])
    }
    try {
      const shown = { episode: numberOf(query.episode), additions: numberOf(query.additions) }
      const answer = await confirmByLink(options, tokenRow, token, shown)
      const status = answer === 'confirmed' ? 200 : 409
      const after = await viewOf(options, (await find(token)) ?? tokenRow, lang)
      if (isJsonWanted)
        return reply
          .code(status)
          .headers(answerHeaders)
          .send({ outcome: outcomeOf(answer, after) })
      return sendPage(reply, lang, status, viewHtml(lang, after, answer, publicUrl()))
    } catch (error) {
      log.error({ err: error }, 'an alert was not confirmed')
      await releaseToken(sql, token)
      if (isJsonWanted) return reply.code(500).headers(answerHeaders).send({ outcome: 'failed' })
      return sendPage(reply, lang, 500, [messageHtml(lang, 'page.failed')])
    }
  })
}

/** Confirms what the link is about, or the newer activation that was shown instead; each link does so once for each. */
const confirmByLink = async (
  options: ConfirmOptions,
  tokenRow: KnownToken,
  token: string,
  shown: { episode: number | null; additions: number | null },
): Promise<Confirmation> => {
  const { sql, now, confirm } = options
  const view = await viewOf(options, tokenRow, 'en')
  const isNewer = view.newer !== null && view.newer.episode === shown.episode && isConfirmable(view.newer)
  const newer = isNewer ? view.newer : null
  const isOwn = tokenRow.messageId !== null || shown.episode === null || shown.episode === tokenRow.episode
  if (newer === null && !(isOwn && isLinkConfirmable(view))) return 'inactive'
  const target = newer ?? (tokenRow.messageId === null ? view.occurrences[0] : undefined) ?? tokenRow
  const used = { episode: target.episode, additions: shown.additions ?? target.additions }
  if (!(await useToken(sql, token, used, now()))) return 'confirmed-before'
  if (tokenRow.messageId !== null) {
    const alerts = await alertsInMessage(sql, tokenRow.orgId, tokenRow.messageId)
    return confirm(
      alerts.map(({ additions, ...one }) => ({ ...occurrenceKey(one), additions })),
      tokenRow.confirmedBy,
    )
  }
  // For a single alert, the page has shown its current state.
  return confirm(
    [{ ...occurrenceKey(target), ...(shown.additions !== null && { additions: shown.additions }) }],
    tokenRow.confirmedBy,
  )
}

/** In a word: the page would show by whom. */
const outcomeOf = (answer: Confirmation, { occurrences }: ConfirmView): Confirmation =>
  answer === 'inactive' && occurrences.some(({ isOver, snapshot }) => !isOver && snapshot?.confirmed != null)
    ? 'confirmed-before'
    : answer

const occurrenceKey = ({ orgId, alertId, episode }: SeenOccurrence): SeenOccurrence => ({ orgId, alertId, episode })

/** Returns the alert events that the message of a link reported. */
const occurrencesOf = async (sql: Sql, tokenRow: KnownToken): Promise<(SeenOccurrence & { name?: string })[]> =>
  tokenRow.messageId === null ? [tokenRow] : alertsInMessage(sql, tokenRow.orgId, tokenRow.messageId)

const viewOf = async (
  { sql, timeZone }: ConfirmOptions,
  tokenRow: KnownToken,
  lang: Language,
): Promise<ConfirmView> => {
  const locale: MessageLocale = { language: lang, timeZone }
  const all = await occurrencesOf(sql, tokenRow)
  const occurrences = []
  for (const seen of all.slice(0, shownMax)) occurrences.push(await occurrenceOf(sql, occurrenceKey(seen), locale))
  const others = all.slice(shownMax).map(({ name = '?' }) => name)
  const episode = tokenRow.messageId === null ? (occurrences[0]?.newer ?? null) : null
  const newer = episode === null ? null : await occurrenceOf(sql, { ...occurrenceKey(tokenRow), episode }, locale)
  return { outage: tokenRow.outage, isOfSeveral: tokenRow.messageId !== null, occurrences, others, newer }
}

const languageOf = (lang: unknown): Language => (isLanguage(lang) ? lang : 'en')

const numberOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null

/** The page loads nothing and runs nothing; no other page may show it, and its address is no referrer. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/** For a notification, which shows what came of it itself. */
const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const sendPage = (reply: FastifyReply, lang: Language, status: number, content: readonly string[]): FastifyReply =>
  reply.code(status).headers(pageHeaders).send(pageHtml(lang, content))
