import type { Action } from '../../alerts/alert.ts'

/** What a recipient must be, for each way to reach one. */
export const recipientForms: Readonly<Partial<Record<Action['type'], string>>> = {
  sms: 'must be a phone number in international form such as +48600100200',
  'voice-call': 'must be a phone number in international form such as +48600100200',
  email: 'must be an e-mail address',
  webhook: 'must be an address that begins with https:// and names no user',
}

const emailMax = 254
const urlMax = 2000

/** A recipient as it is stored, or null when it is none of this kind. */
export const recipientOf = (type: Action['type'], given: string): string | null => {
  const text = given.trim()
  switch (type) {
    case 'sms':
    case 'voice-call':
      return phoneOf(text)
    case 'email':
      return text.length <= emailMax && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]*[^\s@<>()[\]\\,;:".]$/.test(text)
        ? text
        : null
    case 'webhook':
      return text.length <= urlMax && isHttps(text) ? text : null
    case 'write-param':
      return null
  }
}

/** People write spaces, dashes and brackets between the digits. */
const phoneOf = (text: string): string | null => {
  const digits = text.replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null
}

const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && /^\S+$/.test(text)
}

/** For those who may not change it: the rest of a webhook's address may be a secret. */
export const withoutSecret = (type: Action['type'] | 'push', recepient: string): string => {
  if (type === 'webhook') return `${URL.parse(recepient)?.origin ?? 'https://'}/\u2026`
  // The number of the device says nothing to anybody.
  return type === 'push' ? recepient.replace(/^\d+ /, '') : recepient
}
