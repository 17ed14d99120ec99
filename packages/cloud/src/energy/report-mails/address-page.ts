import type { Transactions } from '@busbar/database'
import { pageHeaders, pageHtml } from '@busbar/messaging'
import { escapeHtml, isLanguage, type Language, plain } from '@busbar/messaging/texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { reportWords } from '../reports/report-words.ts'
import { type AddressConsent, addressByToken, recordConsent } from './addresses.sql.ts'

export interface AddressPageOptions {
  db: Transactions
  now: () => Date
  /** Called after an answer: waiting mails may be sent. */
  onAnswered: () => void
}

interface AddressRequest {
  Params: { token: string }
  Querystring: { lang?: unknown; wants?: unknown }
}

const tokenForm = /^[0-9a-f-]{36}$/

/**
 * The page of a mail that asks whether reports are wanted. To look at it answers nothing, for programs that look through mails
 * open every link; its buttons do, and the answer can be changed as long as the mail is kept.
 */
export const addAddressPage = (app: FastifyInstance, { db, now, onAnswered }: AddressPageOptions): void => {
  const find = async (token: string): Promise<AddressConsent | undefined> =>
    tokenForm.test(token) ? addressByToken(db.sql, token) : undefined
  app.get<AddressRequest>('/report-address/:token', async ({ params: { token }, query }, reply) =>
    show(reply, languageOf(query.lang), await find(token)),
  )
  app.post<AddressRequest>('/report-address/:token', async ({ params: { token }, query }, reply) => {
    const { wants } = query
    const consent = await find(token)
    const isAnswer = wants === 'yes' || wants === 'no'
    if (consent !== undefined && isAnswer) {
      await db.tx((tx) => recordConsent(tx, consent, wants === 'yes', now()))
      onAnswered()
    }
    return show(reply, languageOf(query.lang), await find(token))
  })
}

const languageOf = (lang: unknown): Language => (isLanguage(lang) ? lang : 'en')

type AddressText = 'title' | 'text' | 'yes' | 'no' | 'wanted' | 'unwanted' | 'gone'

const show = (reply: FastifyReply, lang: Language, consent: AddressConsent | undefined): FastifyReply => {
  const { say } = reportWords(lang)
  const text = (key: AddressText, values: Record<string, string> = {}): string =>
    escapeHtml(say(`address.${key}`, values))
  const button = (wants: 'yes' | 'no'): string =>
    `<form method="post" action="?lang=${lang}&amp;wants=${wants}"><p><button>${text(wants)}</button></p></form>`
  if (consent === undefined) {
    return reply
      .code(404)
      .headers(pageHeaders)
      .send(pageHtml(lang, [`<p><b>${text('gone')}</b></p>`]))
  }
  const { isWanted, orgName, address } = consent
  const gaps = { org: plain(orgName), address: plain(address) }
  const state = isWanted === null ? [] : [`<p><b>${text(isWanted ? 'wanted' : 'unwanted', gaps)}</b></p>`]
  const buttons = [...(isWanted === true ? [] : [button('yes')]), ...(isWanted === false ? [] : [button('no')])]
  const content = [`<h1>${text('title', gaps)}</h1>`, ...state, `<p>${text('text', gaps)}</p>`, ...buttons]
  return reply.code(200).headers(pageHeaders).send(pageHtml(lang, content))
}
