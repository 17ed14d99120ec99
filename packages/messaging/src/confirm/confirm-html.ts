import type { Confirmation } from '@busbar/alerts/model'
import type { Language } from '../message/message.ts'
import { type Line, sectionOf } from '../texts/compose.ts'
import { escapeHtml, plain } from '../texts/plain.ts'
import { consoleLink } from '../texts/title.ts'
import { localeOf, type Word, word } from '../texts/words.ts'
import type { Occurrence } from './occurrence.sql.ts'

/** All that a link stands for, as it is now. */
export interface ConfirmView {
  /** Name of the network whose outage the message reported; null for other messages. */
  outage: string | null
  /** True if the message combined several alerts. */
  isOfSeveral: boolean
  /** The alert event, or the first ones of several, up to the limit of the page. */
  occurrences: readonly Occurrence[]
  /** The names of the others. */
  others: readonly string[]
  /** The current alert event, where that of the link has resolved. */
  newer: Occurrence | null
}

/** Returns true while the alert event can be acknowledged. */
export const isConfirmable = ({ isOver, snapshot }: Occurrence): boolean => !isOver && snapshot?.confirmed === null

/** Returns true if the link's button can acknowledge something, including alert events that the page does not show. */
export const isLinkConfirmable = ({ occurrences, others }: ConfirmView): boolean =>
  occurrences.some(isConfirmable) || others.length > 0

/** `answer`: what came of pressing the button; null: not pressed. */
export const viewHtml = (
  lang: Language,
  view: ConfirmView,
  answer: Confirmation | null,
  publicUrl: string,
): readonly string[] => {
  const { outage, isOfSeveral, occurrences, others, newer } = view
  const [first] = occurrences
  const name = outage ?? (isOfSeveral ? word(lang, 'page.several') : first?.snapshot?.alertName)
  return [
    ...(name === undefined ? [] : [`<h1>${escapeHtml(plain(name))}</h1>`]),
    ...statusHtml(lang, view, answer),
    ...occurrences.map((one) => (isOfSeveral ? partHtml(lang, one) : listHtml(lang, one))),
    ...(others.length > 0 ? [othersHtml(lang, others)] : []),
    ...(isLinkConfirmable(view) && answer !== 'confirmed'
      ? confirmFormHtml(lang, isOfSeveral ? undefined : first)
      : []),
    ...(newer === null ? [] : [newerHtml(lang, newer)]),
    linkHtml(lang, isOfSeveral || first === undefined ? `${publicUrl}/alerts` : consoleLink(first.alertId, publicUrl)),
  ]
}

const statusHtml = (lang: Language, view: ConfirmView, answer: Confirmation | null): string[] => {
  if (answer === 'confirmed') return [messageHtml(lang, 'page.confirmed')]
  const isOver = view.occurrences.every((one) => one.isOver)
  const [inactive, confirmed]: readonly [Word, Word] = view.isOfSeveral
    ? ['page.inactive-all', 'page.confirmed-before-all']
    : ['page.inactive', 'page.confirmed-before']
  return [
    ...(answer === null ? [] : [messageHtml(lang, 'page.nothing')]),
    ...(isLinkConfirmable(view) ? [] : [messageHtml(lang, isOver ? inactive : confirmed)]),
  ]
}

export const messageHtml = (lang: Language, key: Word): string => `<p><b>${escapeHtml(word(lang, key))}</b></p>`

/** The button names the alert event and the additions that the page shows: it acknowledges nothing else. */
const confirmFormHtml = (lang: Language, shown: Occurrence | undefined): string[] => {
  const shownParams = shown === undefined ? '' : `&amp;episode=${shown.episode}&amp;additions=${shown.additions}`
  const action = `?lang=${lang}${shownParams}`
  const button = `<button>${escapeHtml(word(lang, 'page.button'))}</button>`
  const question = shown === undefined ? 'page.question-all' : 'page.question'
  return [messageHtml(lang, question), `<form method="post" action="${action}">${button}</form>`]
}

const newerHtml = (lang: Language, newer: Occurrence): string =>
  [
    `<hr><h2>${escapeHtml(word(lang, 'page.again'))}</h2>`,
    ...(isConfirmable(newer) ? [] : [messageHtml(lang, 'page.confirmed-before')]),
    listHtml(lang, newer),
    ...(isConfirmable(newer) ? confirmFormHtml(lang, newer) : []),
  ].join('\n')

const othersHtml = (lang: Language, names: readonly string[]): string =>
  [
    `<p>${escapeHtml(word(lang, 'digest.more'))}: ${names.length}</p>`,
    '<ul>',
    ...names.map((name) => `<li>${escapeHtml(plain(name))}</li>`),
    '</ul>',
  ].join('\n')

/** Renders one of several alert events. */
const partHtml = (lang: Language, one: Occurrence): string =>
  `<h2>${escapeHtml(plain(one.snapshot?.alertName ?? '?'))}</h2>\n${listHtml(lang, one)}`

const listHtml = (lang: Language, { alertId, snapshot }: Occurrence): string => {
  if (snapshot === null) return ''
  const { lines } = sectionOf({ messageId: 0, alertId, stage: 'active', snapshot }, lang, '')
  return `<dl>\n${lines.map(lineHtml).join('\n')}\n</dl>`
}

const lineHtml = ({ label, text }: Line): string => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`

const linkHtml = (lang: Language, href: string): string =>
  `<p><a href="${escapeHtml(href)}">${escapeHtml(word(lang, 'link.console'))}</a></p>`

const style = [
  ':root{color-scheme:light dark}',
  'body{font:18px/1.5 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}',
  'h1{font-size:1.5rem}h2{font-size:1.2rem}',
  'button{font:inherit;font-weight:bold;padding:.7rem 1.6rem;min-height:48px}',
  'dl{display:grid;grid-template-columns:fit-content(12rem) 1fr;gap:.3rem 1.2rem}dt{opacity:.8}dd{margin:0}',
  '@media(max-width:30rem){dl{display:block}dd{margin-bottom:.6rem}button{width:100%}}',
].join('')

export const pageHtml = (lang: Language, content: readonly string[]): string => `<!doctype html>
<html lang="${localeOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Busbar</title><style>${style}</style></head>
<body><main>
${content.join('\n')}
</main></body></html>
`
