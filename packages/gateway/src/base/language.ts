/** Words for people, in the languages of the setting `language`. The API speaks English: it is for programs. */
const english = {
  logs: {
    SYSTEM: 'log of the system',
    RESTARTS: 'log of restarts',
    ATM: 'log of the modem',
  },
  gateway: 'Busbar gateway',
  version: 'version',
  columns: 'local time, part, level, text',
  /** Replies to SMS. */
  sms: {
    done: 'ok',
    noAnswer: 'no answer',
    notAllowed: 'not allowed',
    notUnderstood: 'not understood',
    balance: 'balance',
  },
}

export type Translations = typeof english

const ukrainian: Translations = {
  logs: {
    SYSTEM: 'журнал системи',
    RESTARTS: 'журнал перезапусків',
    ATM: 'журнал модема',
  },
  gateway: 'Шлюз Busbar',
  version: 'версія',
  columns: 'місцевий час, частина, рівень, текст',
  sms: {
    done: 'виконано',
    noAnswer: 'немає відповіді',
    notAllowed: 'не дозволено',
    notUnderstood: 'не зрозуміло',
    balance: 'баланс',
  },
}

/** `ua` is Ukrainian; any other code is read as English. */
export const wordsOf = (language: string): Translations => (language === 'ua' ? ukrainian : english)
