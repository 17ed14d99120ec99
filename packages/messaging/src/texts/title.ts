import type { Language, MessagePart, Snapshot } from '../message/message.ts'
import type { UnreachedRecipient } from '../message/snapshot.ts'
import { budgetTitle } from './budget-text.ts'
import { readingText, spanText } from './condition-text.ts'
import { plain } from './plain.ts'
import { texts } from './texts.ts'
import { fill, word, wordIfKnown } from './words.ts'

type NameOf = (name: string) => string

/** Returns true if the message asks for an acknowledgement; never for a budget. */
export const isConfirmable = ({ stage, snapshot }: Pick<MessagePart, 'stage' | 'snapshot'>): boolean =>
  (stage === 'active' || stage === 'not-confirmed') && snapshot.budget == null

/** `Alert: Too hot (also: Flow 3 m3/h)`. `nameOf` shortens names where there is little room. */
export const title = (part: MessagePart, language: Language, nameOf: NameOf = plain): string => {
  const { snapshot, unreached } = part
  if (unreached != null) return unreachedTitle(unreached, snapshot, language)
  if (snapshot.budget != null) return budgetTitle(snapshot.budget, snapshot.alertName, language, nameOf)
  return `${stageText(part, language)}: ${nameOf(snapshot.alertName)}${alsoText(snapshot, language, nameOf)}`
}

/** The title with its level, for messages about several alerts: `Alert, Critical: Too hot`. */
export const titleWithLevel = (part: MessagePart, language: Language, nameOf: NameOf = plain): string => {
  if (part.snapshot.budget != null) return title(part, language, nameOf)
  const also = alsoText(part.snapshot, language, nameOf)
  return `${stageAndLevel(part, language)}: ${nameOf(part.snapshot.alertName)}${also}`
}

export const stageAndLevel = (part: MessagePart, language: Language): string => {
  if (part.snapshot.budget != null) return word(language, 'budget.kind')
  const stage = stageText(part, language)
  return part.snapshot.logAs === 'none' ? stage : `${stage}, ${levelText(part.snapshot, language)}`
}

const stageText = ({ stage, snapshot }: MessagePart, language: Language): string => {
  const { flapping = null } = snapshot
  if (flapping !== null && !flapping.isSteady) return word(language, 'stage.flapping')
  const steady = flapping === null ? '' : ` (${word(language, 'stage.steady')})`
  return `${word(language, `stage.${stage}`)}${steady}${overText(stage, snapshot, language)}`
}

/** Texts about flapping and the end of the suppression; empty if the message does not concern flapping. */
export const flappingTexts = ({ flapping, logAs }: Snapshot, language: Language): string[] => {
  if (flapping == null || flapping.isSteady) return []
  const gaps = { changes: String(flapping.changes), span: spanText(flapping.minutes * 60, language) }
  return [fill(language, logAs === 'critical' ? 'flapping.critical' : 'flapping.held', gaps)]
}

/** Note that the alert has resolved before the message was sent. */
const overText = (stage: MessagePart['stage'], { resolvedOn }: Snapshot, language: Language): string =>
  stage === 'resolved' || resolvedOn === null ? '' : ` (${word(language, 'stage.over-by-now')})`

/** The condition that became true after the first message. */
const alsoText = ({ conditions }: Snapshot, language: Language, nameOf: NameOf): string => {
  const [first] = conditions
  if (first?.isAlso !== true) return ''
  const reading = readingText(first, language, { isShort: true })
  const name = nameOf(first.param ?? first.net ?? '')
  return ` (${word(language, 'label.also').toLowerCase()}: ${reading === null ? name : `${name} ${reading}`})`
}

export const levelText = ({ logAs }: Pick<Snapshot, 'logAs'>, language: Language): string =>
  texts[language].names[`alert-level.${logAs}`]

/** 0 is no alert. */
export const consoleLink = (alertId: number, publicUrl: string): string =>
  alertId === 0 ? `${publicUrl}/alerts` : `${publicUrl}/alerts/${alertId}`

/** Address of the console's page about the message. */
export const partLink = ({ alertId, snapshot }: MessagePart, publicUrl: string): string =>
  snapshot.budget == null ? consoleLink(alertId, publicUrl) : `${publicUrl}/energy/${snapshot.budget.treeId}/budgets`

/** `Not reached by SMS: +48600100200 (Too hot)`. */
const unreachedTitle = (
  { type, to }: UnreachedRecipient,
  { alertName }: Pick<Snapshot, 'alertName'>,
  language: Language,
): string => [`${word(language, `unreached.${type}`)}:`, plain(to), `(${plain(alertName)})`].filter(Boolean).join(' ')

/** The unreached recipient and the reason. */
export const unreachedText = ({ type, to, reason }: UnreachedRecipient, language: Language): string =>
  [word(language, `unreached.${type}`), plain(to), reasonText(reason, language)].filter(Boolean).join(': ')

/** Why a message was not sent, or how, in words: `refused: 550 no such user`. What the provider said follows as it is. */
export const reasonText = (reason: string, language: Language): string => {
  const [, name = reason, detail = ''] = /^([a-z-]+)(?:: (.*))?$/s.exec(reason) ?? []
  const known = wordIfKnown(language, `reason.${name}`)
  if (known === undefined) return plain(reason)
  return detail === '' || name === 'digest' ? known : `${known}: ${plain(detail)}`
}
