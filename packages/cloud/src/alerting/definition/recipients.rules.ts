import type { Action } from '@busbar/alerts/model'
import { hasInvisible } from '@busbar/kit/visible-text'
import { topicOf } from '@busbar/messaging/channels'

/** What a recipient must be, for each way to reach one. */
export const recipientForms: Readonly<Partial<Record<Action['type'], string>>> = {
  sms: 'must be a phone number in international form such as +48600100200',
  'voice-call': 'must be a phone number in international form such as +48600100200',
  email: 'must be an e-mail address',
  webhook: 'must be an address that begins with https:// and names no user',
  telegram: 'must be the number of a chat such as 123456789 or -1001234567890, or a channel such as @plant_alerts',
  ntfy: 'must be the address of a topic that begins with https://, such as https://ntfy.sh/plant-alerts',
}

const emailMax = 254
const urlMax = 2000

/** A recipient as it is stored, or null when it is none of this kind. */
export const recipientOf = (type: Action['type'], input: string): string | null => {
  const text = input.trim()
  switch (type) {
    case 'sms':
    case 'voice-call':
      return phoneOf(text)
    case 'email':
      return text.length <= emailMax &&
        !hasInvisible(text) &&
        /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]*[^\s@<>()[\]\\,;:".]$/.test(text)
        ? text
        : null
    case 'webhook':
      return text.length <= urlMax && isHttps(text) ? text : null
    case 'telegram':
      return /^(-?[1-9]\d{0,18}|@[A-Za-z]\w{3,31})$/.test(text) && isSafeChat(text) ? text : null
    case 'ntfy':
      return text.length <= urlMax && text.startsWith('https://') && /^\S+$/.test(text) && topicOf(text) !== null
        ? text
        : null
    case 'write-param':
      return null
  }
}

/** People write spaces, dashes and brackets between the digits. */
const phoneOf = (text: string): string | null => {
  const digits = text.replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null
}

/** As JSON has numbers: none of Telegram's is larger. */
const isSafeChat = (text: string): boolean => text.startsWith('@') || Number.isSafeInteger(Number(text))

const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && /^\S+$/.test(text)
}

/** For those who may not change it: the rest of a webhook's address may be a secret, and who knows a topic can read it. */
export const withoutSecret = (type: Action['type'] | 'push', recepient: string): string => {
  if (type === 'webhook' || type === 'ntfy') return `${URL.parse(recepient)?.origin ?? 'https://'}/\u2026`
  // The number of the device says nothing to anybody.
  return type === 'push' ? recepient.replace(/^\d+ /, '') : recepient
}
