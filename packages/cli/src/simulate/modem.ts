import { AtModem, SimCard, serveAtSocket, serveOnPty } from '@busbar/simulator'
import { UsageError } from '../command.ts'

export interface ModemChoice {
  /** The name of a new pseudo-terminal; `abstract:NAME` a socket in the abstract space that is called so. */
  place: string
  /** Of its card; null: none. */
  pin: string | null
}

const registrations = { home: 1, roam: 5, away: 2 } as const

/** A modem that says what it is told to send, and hears what is typed. */
export const startModem = async ({ place, pin }: ModemChoice, say: (line: string) => void) => {
  if (pin !== null && !/^\d{4,8}$/.test(pin)) throw new UsageError('--modem-pin takes 4 to 8 digits')
  const modem = new AtModem({ sim: new SimCard({ pin }), ussd: (code) => `${code}: 12.50 left` })
  modem.on('sms', ({ to, text }) => say(`the modem sends to ${to}: ${text}`))
  modem.on('connected', (apn) => say(`the modem is connected to ${apn}`))
  const served = place.startsWith('abstract:')
    ? await serveAtSocket(modem, `\0${place}`)
    : await serveOnPty(modem, place)
  return { stop: () => served.stop(), tell: (words: readonly string[]) => tell(modem, words) }
}

const tell = (modem: AtModem, [what = '', ...words]: readonly string[]): void => {
  const [first = '', ...rest] = words
  if (what === 'sms') {
    if (!modem.receive({ from: first, text: rest.join(' '), sentAt: new Date() }))
      throw new RangeError('its memory is full')
  } else if (what === 'signal') modem.signalPercent = Math.min(100, Math.max(0, Number(first) || 0))
  else if (what === 'home' || what === 'roam' || what === 'away') modem.registration = registrations[what]
  else throw new RangeError(`a modem can do no ${what}`)
}
