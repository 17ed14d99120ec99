/** Kinds of trouble that people can do something about. */
export type ConnectFailure = 'notAllowed' | 'refused' | 'noAnswer' | 'noHost' | 'noWay' | 'other'

const signs: readonly (readonly [RegExp, ConnectFailure])[] = [
  [/address not allowed/, 'notAllowed'],
  [/ECONNREFUSED/, 'refused'],
  [/no such host/, 'noHost'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'noWay'],
  [/within \d+ ms|ETIMEDOUT/, 'noAnswer'],
]

/** What kind of trouble a link is in, from what the service says of it. */
export const connectFailure = (lastError: string): ConnectFailure =>
  signs.find(([sign]) => sign.test(lastError))?.[1] ?? 'other'
