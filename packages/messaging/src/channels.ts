import type { Action } from '@busbar/alerts/model'
import { Email } from './channels/email.ts'
import { HttpProvider } from './channels/http-provider.ts'
import { Ntfy } from './channels/ntfy.ts'
import type { HostLookup } from './channels/outbound.ts'
import type { Provider } from './channels/provider.rules.ts'
import type { Push } from './channels/push.ts'
import { SmsSmpp } from './channels/sms-smpp.ts'
import { Telegram } from './channels/telegram.ts'
import { Webhook } from './channels/webhook.ts'
import { type ParamWriter, WriteParam } from './channels/write-param.ts'
import { type Channel, type DeliveryResult, type Message, type MessageType, refused } from './message/message.ts'
import type { SmppLink } from './smpp/link.ts'
import { smsText } from './texts/sms-text.ts'
import { voiceText } from './texts/voice-text.ts'

/** The installation's ways to reach people; what is undefined it does not have. */
export interface ChannelSettings {
  smtp: URL | undefined
  'smtp-from': string | undefined
  /** Certificates, in PEM. */
  'smtp-ca': string | undefined
  smpp: URL | undefined
  'sms-http': Provider | undefined
  'voice-http': Provider | undefined
  /** Of the bot. */
  telegram: URL | undefined
}

export interface ChannelsOptions {
  settings: ChannelSettings
  smpp: SmppLink | null
  publicUrl: () => string
  find: HostLookup
  key: Uint8Array | null
  /** Of the key that signs an organization's webhooks. */
  keyNo: (orgId: number) => Promise<number>
  /** Of its webhooks, where it is not the usual one. */
  bodyFor: (orgId: number, address: string) => Promise<string | null>
  now: () => Date
  write: ParamWriter
  push: Push
}

export const channelsOf = (options: ChannelsOptions): Record<MessageType, Channel> => {
  const { settings, publicUrl, find, key, keyNo, bodyFor, now, write, push } = options
  const voice = settings['voice-http']
  return {
    email: settings.smtp
      ? new Email({
          url: settings.smtp,
          from: mailFrom(settings.smtp, settings['smtp-from']),
          ca: settings['smtp-ca'],
          publicUrl,
        })
      : none('--smtp'),
    sms: smsOf(options),
    'voice-call': voice
      ? new HttpProvider({ provider: voice, key, text: (message) => voiceText(message, publicUrl()) })
      : none('--voice-http'),
    webhook: new Webhook({ find, key, keyNo, bodyFor, publicUrl, now }),
    'write-param': new WriteParam(write),
    push,
    telegram: settings.telegram ? new Telegram({ url: settings.telegram, publicUrl }) : none('--telegram'),
    ntfy: new Ntfy({ find, publicUrl }),
  }
}

/** What an SMS says; whether it asks for an answer depends on whether one would be heard. */
export const smsTextOf =
  (settings: ChannelSettings, publicUrl: () => string) =>
  (message: Message): string =>
    smsText(message, publicUrl(), settings.smpp !== undefined || settings['sms-http']?.incoming !== undefined)

const smsOf = ({ settings, smpp, publicUrl, key }: ChannelsOptions): Channel => {
  const text = smsTextOf(settings, publicUrl)
  if (smpp !== null) return new SmsSmpp({ link: smpp, from: settings.smpp?.searchParams.get('from') ?? '', text })
  const provider = settings['sms-http']
  return provider ? new HttpProvider({ provider, key, text }) : none('--smpp or --sms-http')
}

/** What the installation can send. */
export const availableChannels = (settings: ChannelSettings): ReadonlySet<Action['type']> =>
  new Set([
    ...(settings.smtp ? (['email'] as const) : []),
    ...(settings.smpp || settings['sms-http'] ? (['sms'] as const) : []),
    ...(settings['voice-http'] ? (['voice-call'] as const) : []),
    ...(settings.telegram ? (['telegram'] as const) : []),
    'ntfy',
    'webhook',
    'write-param',
  ])

/** Whom mails are from, by the settings of their server. */
export const mailFrom = ({ username, hostname }: URL, sender: string | undefined): string => {
  const login = decodeURIComponent(username)
  return sender ?? (login.includes('@') ? login : `busbar@${hostname}`)
}

/** In place of a way that the installation does not have. */
const none = (setting: string): Channel => ({
  repeat: 'never',
  send: (): Promise<DeliveryResult> =>
    Promise.resolve(refused(`the installation cannot send this; its setting is ${setting}`)),
})
