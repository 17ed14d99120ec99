import { type ActionType, actionTypes, type MessageType, messageTypes } from '@busbar/alerts/channels'
import { type Channel, type DeliveryResult, type Message, refused } from '../message/message.ts'
import type { SmppLink } from '../smpp/link.ts'
import { smsText } from '../texts/sms-text.ts'
import { voiceText } from '../texts/voice-text.ts'
import { Email } from './email.ts'
import { HttpProvider } from './http-provider.ts'
import { Ntfy } from './ntfy.ts'
import type { HostLookup } from './outbound.ts'
import type { Provider } from './provider.rules.ts'
import type { Push } from './push.ts'
import { SmsSmpp } from './sms-smpp.ts'
import { Telegram, telegramSetting } from './telegram.ts'
import { Webhook } from './webhook.ts'
import { type ParamWriter, WriteParam } from './write-param.ts'

/** The installation's ways to reach people; what is undefined it does not have. */
export interface ChannelSettings {
  smtp: URL | undefined
  'smtp-from': string | undefined
  /** Certificates, in PEM. */
  'smtp-ca': string | undefined
  smpp: URL | undefined
  'sms-http': Provider | undefined
  'voice-http': Provider | undefined
  /** Address of the bot's methods. */
  telegram: URL | undefined
}

export interface ChannelsOptions {
  settings: ChannelSettings
  smpp: SmppLink | null
  publicUrl: () => string
  find: HostLookup
  key: Uint8Array | null
  /** Number of the key that signs an organization's webhooks. */
  keyNo: (orgId: number) => Promise<number>
  /** An organization's own template for the body of a webhook; null for the default body. */
  bodyFor: (orgId: number, address: string) => Promise<string | null>
  now: () => Date
  write: ParamWriter
  push: Push
}

interface Sender {
  /** Flags of the installation, of which the type needs one; as its error message names them. */
  needs: string
  isSetUp: (settings: ChannelSettings) => boolean
  /** Null where the installation lacks the settings. */
  create: (options: ChannelsOptions) => Channel | null
}

/** Types that need no setting. */
const always = { needs: '', isSetUp: () => true }

/** How each type is sent. */
const senders: Readonly<Record<MessageType, Sender>> = {
  email: {
    needs: '--smtp',
    isSetUp: ({ smtp }) => smtp !== undefined,
    create: ({ settings: { smtp: url, 'smtp-from': from, 'smtp-ca': ca }, publicUrl }) =>
      url === undefined ? null : new Email({ url, from: mailFrom(url, from), ca, publicUrl }),
  },
  sms: {
    needs: '--smpp or --sms-http',
    isSetUp: ({ smpp, 'sms-http': provider }) => smpp !== undefined || provider !== undefined,
    create: ({ settings, smpp: link, publicUrl, key }) => {
      const text = smsTextOf(settings, publicUrl)
      const { smpp, 'sms-http': provider } = settings
      if (link !== null) return new SmsSmpp({ link, from: smpp?.searchParams.get('from') ?? '', text })
      return provider === undefined ? null : new HttpProvider({ provider, key, text })
    },
  },
  'voice-call': {
    needs: '--voice-http',
    isSetUp: ({ 'voice-http': provider }) => provider !== undefined,
    create: ({ settings: { 'voice-http': provider }, key, publicUrl }) =>
      provider === undefined
        ? null
        : new HttpProvider({ provider, key, text: (message) => voiceText(message, publicUrl()) }),
  },
  webhook: {
    ...always,
    create: ({ find, key, keyNo, bodyFor, publicUrl, now }) =>
      new Webhook({ find, key, keyNo, bodyFor, publicUrl, now }),
  },
  'write-param': { ...always, create: ({ write }) => new WriteParam(write) },
  push: { ...always, create: ({ push }) => push },
  telegram: {
    needs: '--telegram',
    isSetUp: ({ telegram }) => telegram !== undefined,
    create: ({ settings: { telegram: url }, publicUrl }) =>
      url === undefined ? null : new Telegram({ url, publicUrl }),
  },
  ntfy: { ...always, create: ({ find, publicUrl }) => new Ntfy({ find, publicUrl }) },
}

/** Settings of channels that have a bot, as the service's list of settings includes them. */
export const botSettings = { telegram: telegramSetting } as const

export const channelsOf = (options: ChannelsOptions): Record<MessageType, Channel> => {
  const senderOf = (type: MessageType): Channel => senders[type].create(options) ?? unavailable(senders[type].needs)
  return Object.fromEntries(messageTypes.map((type) => [type, senderOf(type)])) as Record<MessageType, Channel>
}

/** Returns the text of an SMS; it asks for a reply only if the installation can receive one. */
export const smsTextOf =
  (settings: ChannelSettings, publicUrl: () => string) =>
  (message: Message): string =>
    smsText(message, publicUrl(), settings.smpp !== undefined || settings['sms-http']?.incoming !== undefined)

/** The types of actions that the installation can send. */
export const availableChannels = (settings: ChannelSettings): ReadonlySet<ActionType> =>
  new Set(actionTypes.filter((type) => senders[type].isSetUp(settings)))

/** Returns the sender of mails: the setting, or the login of the mail server. */
export const mailFrom = ({ username, hostname }: URL, sender: string | undefined): string => {
  const login = decodeURIComponent(username)
  return sender ?? (login.includes('@') ? login : `busbar@${hostname}`)
}

/** Stands in for a channel whose settings the installation lacks. */
const unavailable = (settings: string): Channel => ({
  repeat: 'never',
  send: (): Promise<DeliveryResult> =>
    Promise.resolve(refused(`the installation cannot send this; its setting is ${settings}`)),
})
