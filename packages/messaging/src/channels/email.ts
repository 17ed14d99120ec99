import { connect, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { type Channel, type DeliveryResult, failed, type Message, refused, unclear } from '../message/message.ts'
import { compose } from '../texts/compose.ts'
import { mailHtml, mailText } from '../texts/mail-text.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps:`. A password is said only where the connection is encrypted, unless `?tls=off`. */
  url: URL
  from: string
  /** PEM certificates that replace the usual authorities. */
  ca?: string | undefined
  timeoutMs?: number
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The same at every attempt: who gets it twice can tell. */
  name: string
  attachments?: readonly Attachment[]
}

export interface Attachment {
  filename: string
  content: string | Buffer
  contentType: string
}

export interface EmailOptions extends SmtpOptions {
  publicUrl: () => string
}

/** E-mail by SMTP, as plain text and as HTML. */
export class Email implements Channel {
  readonly repeat = 'harmless'
  readonly #options: EmailOptions

  constructor(options: EmailOptions) {
    this.#options = options
  }

  send(message: Message): Promise<DeliveryResult> {
    const composed = compose(message, this.#options.publicUrl())
    return sendBySmtp(this.#options, {
      to: message.recepient.trim(),
      subject: composed.subject,
      text: mailText(composed),
      html: mailHtml(composed),
      name: `${message.orgId}.${message.id}`,
    })
  }
}

/** Matches a single mailbox, without a list, a display name or a group. */
const mailbox = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u
const shownCharsMax = 200

/** Sends a mail by SMTP, over a connection of its own. */
export const sendBySmtp = async (
  { url, from, ca, timeoutMs = 60_000 }: SmtpOptions,
  { to, subject, text, html, name, attachments = [] }: Mail,
): Promise<DeliveryResult> => {
  if (!mailbox.test(to)) return refused('not an e-mail address')
  const server = serverOf(url, ca)
  // Loaded with the first mail: many installations send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...server, getSocket: dial(server, timeoutMs) })
  let isContentSent = false
  transport.use('stream', (mail, done) => {
    mail.message.transform(
      () =>
        new Transform({
          transform: (chunk, _encoding, next) => next(null, chunk),
          flush(next) {
            isContentSent = true
            next()
          },
        }),
    )
    done()
  })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments: [...attachments],
      messageId: `<busbar.${name}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'busbar'}>`,
      // No automatic replies to an alarm.
      headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { ok: true }
  } catch (error) {
    return judge(error, isContentSent)
  } finally {
    transport.close()
  }
}

/**
 * Limits the time of the whole SMTP session: the connection is cut after `timeoutMs`, so that nothing continues in the
 * background.
 */
const dial =
  ({ host, port }: { host: string; port: number }, timeoutMs: number) =>
  (_options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void): void => {
    const socket = connect({ host, port, noDelay: true })
    const late = setTimeout(() => socket.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)), timeoutMs)
    socket.once('close', () => clearTimeout(late))
    const fail = (error: Error): void => done(error)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.on('error', () => {})
      socket.off('error', fail)
      done(null, { connection: socket })
    })
  }

const serverOf = ({ protocol, hostname, port, username, password, searchParams }: URL, ca: string | undefined) => {
  const secure = protocol === 'smtps:'
  const hasLogin = username !== ''
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A configured CA or password implies that the connection must be encrypted.
    requireTLS: (hasLogin || ca !== undefined) && !secure && searchParams.get('tls') !== 'off',
    ...(ca !== undefined && { tls: { ca } }),
    ...(hasLogin && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** 4xx may pass, 5xx stays. Without an answer to the content, it may have been taken all the same. */
const judge = (error: unknown, isContentSent: boolean): DeliveryResult => {
  const { message, responseCode } = error as { message?: string; responseCode?: number }
  const reason = String(message).slice(0, shownCharsMax)
  if (responseCode !== undefined && responseCode >= 500) return refused(reason)
  if (responseCode !== undefined && responseCode >= 400) return failed(reason)
  return isContentSent ? unclear(reason) : failed(reason)
}
