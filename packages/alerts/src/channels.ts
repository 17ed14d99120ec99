import { hasInvisible } from '@busbar/kit/visible-text'

/** The address that users enter for a channel: a phone number, an e-mail address, a URL or a chat. */
export interface ChannelAddress {
  /** Required format, as the API reports it. */
  form: string
  /** Key of the console's text for `form`. */
  formKey: 'phone' | 'email' | 'webhook' | 'telegram' | 'ntfy'
  /** Returns the address as it is stored; null where it does not fit. */
  parse: (text: string) => string | null
  /** Attributes of the input field, which the browser checks before the service does. */
  input: { type: 'tel' | 'email' | 'url' | 'text'; pattern?: string }
  /** The path grants access, so that users who may not edit the alert see the host only. */
  isSecret: boolean
}

interface ChannelDefinition {
  /** Null: users enter none, as for writes and for browsers that subscribe themselves. */
  address: ChannelAddress | null
  /** Messages to people are merged into digests; programs receive each one. */
  isForPeople: boolean
  /** Recipients read text there, such as a code or that another recipient was not reached. */
  isText: boolean
  /** Messages contain a link that acknowledges the alert. */
  hasAcknowledgeLink: boolean
  /** Messages sent at once; an organization gets at most half of them. */
  concurrency: number
  /** After this time the next channel of the contact is tried as well, while this one continues. */
  lateAfterMs: number
  /** Settings of the installation that an administrator may change in the console, each with an example. */
  settings: Readonly<Record<string, string>>
}

const emailMax = 254
const urlMax = 2000
const phone: ChannelAddress = {
  form: 'must be a phone number in international form such as +48600100200',
  formKey: 'phone',
  parse: (text) => {
    const digits = text.replace(/[\s().-]/g, '')
    return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null
  },
  input: { type: 'tel', pattern: '\\+[1-9][\\d\\s\\(\\)\\.\\-]{6,30}' },
  isSecret: false,
}
const httpsInput = { type: 'url', pattern: 'https://.*' } as const

const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && /^\S+$/.test(text)
}

/** Splits the address of a topic into the address of its server, with its credentials, and the topic's name. */
export const parseTopic = (text: string): { url: URL; topic: string } | null => {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return null
  const topic = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return null
  url.pathname = url.pathname.slice(0, -topic.length)
  return { url, topic }
}

/**
 * Everything that alerts can do, by type. The API's schemas, address checks, limits of the outbox and the console's
 * forms derive from this table. The sender of a type is a file of `messaging/src/channels`.
 */
export const channels = {
  email: {
    address: {
      form: 'must be an e-mail address',
      formKey: 'email',
      parse: (text) =>
        text.length <= emailMax &&
        !hasInvisible(text) &&
        /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]*[^\s@<>()[\]\\,;:".]$/.test(text)
          ? text
          : null,
      input: { type: 'email' },
      isSecret: false,
    },
    isForPeople: true,
    isText: true,
    hasAcknowledgeLink: true,
    concurrency: 8,
    // Mail servers may accept a mail slowly, and delays of a minute are common.
    lateAfterMs: 120_000,
    settings: { smtp: 'smtp://USER:PASSWORD@mail.example.org:587', 'smtp-from': 'alerts@example.org' },
  },
  sms: {
    address: phone,
    isForPeople: true,
    isText: true,
    // Recipients answer the SMS instead.
    hasAcknowledgeLink: false,
    concurrency: 8,
    lateAfterMs: 60_000,
    settings: {},
  },
  'voice-call': {
    address: phone,
    isForPeople: true,
    isText: false,
    hasAcknowledgeLink: false,
    concurrency: 4,
    lateAfterMs: 60_000,
    settings: {},
  },
  webhook: {
    address: {
      form: 'must be an address that begins with https:// and names no user',
      formKey: 'webhook',
      parse: (text) => (text.length <= urlMax && isHttps(text) ? text : null),
      input: httpsInput,
      isSecret: true,
    },
    isForPeople: false,
    isText: false,
    hasAcknowledgeLink: false,
    concurrency: 16,
    lateAfterMs: 60_000,
    settings: {},
  },
  'write-param': {
    address: null,
    isForPeople: false,
    isText: false,
    hasAcknowledgeLink: false,
    concurrency: 8,
    lateAfterMs: 60_000,
    settings: {},
  },
  telegram: {
    address: {
      form: 'must be the number of a chat such as 123456789 or -1001234567890, or a channel such as @plant_alerts',
      formKey: 'telegram',
      // Every chat number is a safe integer in JSON.
      parse: (text) =>
        /^(-?[1-9]\d{0,18}|@[A-Za-z]\w{3,31})$/.test(text) &&
        (text.startsWith('@') || Number.isSafeInteger(Number(text)))
          ? text
          : null,
      input: { type: 'text', pattern: '-?[1-9]\\d{0,18}|@[A-Za-z]\\w{3,31}' },
      isSecret: false,
    },
    isForPeople: true,
    isText: true,
    hasAcknowledgeLink: true,
    concurrency: 8,
    lateAfterMs: 60_000,
    settings: { telegram: '123456:ABC-DEF1234ghIkl' },
  },
  ntfy: {
    address: {
      form: 'must be the address of a topic that begins with https://, such as https://ntfy.sh/plant-alerts',
      formKey: 'ntfy',
      parse: (text) =>
        text.length <= urlMax && text.startsWith('https://') && /^\S+$/.test(text) && parseTopic(text) !== null
          ? text
          : null,
      input: httpsInput,
      // Everyone who knows the name of a topic can read it.
      isSecret: true,
    },
    isForPeople: true,
    isText: true,
    hasAcknowledgeLink: true,
    concurrency: 8,
    lateAfterMs: 60_000,
    settings: {},
  },
  push: {
    address: null,
    isForPeople: true,
    isText: false,
    hasAcknowledgeLink: false,
    concurrency: 16,
    lateAfterMs: 60_000,
    settings: {},
  },
} as const satisfies Record<string, ChannelDefinition>

type Channels = typeof channels

/** Every type of message; `push` goes to the browsers of members, and alerts have no action for it. */
export type MessageType = keyof Channels
export type ActionType = Exclude<MessageType, 'push'>
/** Types with an address: those of contacts. */
export type ChannelType = { [T in MessageType]: Channels[T]['address'] extends null ? never : T }[MessageType]
export type TextChannelType = { [T in MessageType]: Channels[T]['isText'] extends true ? T : never }[MessageType]
/** Settings of the installation that belong to a channel. */
export type ChannelSetting = { [T in MessageType]: keyof Channels[T]['settings'] }[MessageType]

const types = Object.keys(channels) as MessageType[]

// The lists keep the order that API documents and error messages have always had.
export const channelTypes = types.filter((type): type is ChannelType => channels[type].address !== null)
export const textChannelTypes = types.filter((type): type is TextChannelType => channels[type].isText)
export const actionTypes: readonly ActionType[] = [
  'sms',
  ...types.filter((type): type is ActionType => type !== 'sms' && type !== 'push'),
]
export const messageTypes: readonly MessageType[] = [...actionTypes, 'push']
export const phoneTypes = channelTypes.filter((type) => channels[type].address.formKey === 'phone')
export const peopleTypes = types.filter((type) => channels[type].isForPeople)
/** Types in the order of menus. */
export const listedTypes: readonly ChannelType[] = [...channelTypes.filter((type) => type !== 'webhook'), 'webhook']
export const channelSettings: readonly ChannelSetting[] = types.flatMap(
  (type) => Object.keys(channels[type].settings) as ChannelSetting[],
)

export const addressOf = (type: MessageType): ChannelAddress | null => channels[type].address

/** Returns an address as it is stored; null where it does not fit the type. */
export const parseAddress = (type: MessageType, text: string): string | null =>
  addressOf(type)?.parse(text.trim()) ?? null

/** Returns the required format of an address of this type. */
export const addressForm = (type: MessageType): string => addressOf(type)?.form ?? 'is unknown'

/** The address for users who may not edit it: a secret one is reduced to its host, and a browser has no number. */
export const maskedAddress = (type: MessageType, address: string): string => {
  if (addressOf(type)?.isSecret === true) return `${URL.parse(address)?.origin ?? 'https://'}/\u2026`
  return type === 'push' ? address.replace(/^\d+ /, '') : address
}
