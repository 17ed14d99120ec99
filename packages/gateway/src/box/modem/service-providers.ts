import { readFileSync } from 'node:fs'

/** A mobile network: its internet access points in order, and its balance codes. */
export interface Provider {
  readonly accessPoints: readonly { readonly apn: string; readonly user: string; readonly password: string }[]
  readonly balanceCode: string | null
}

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim()

const inside = (text: string, tag: string): string =>
  unescape(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(text)?.[1] ?? '')

/**
 * Filters out values that cannot be settings. Virtual operators share a network code, so the network's owner comes
 * first.
 */
const isPlain = (text: string, lengthMax: number): boolean => text.length <= lengthMax && /^[ -~]*$/.test(text)

const [apnMax, userMax, passwordMax, codeMax, pointsMax] = [34, 40, 24, 12, 16]

/**
 * Finds a network in `serviceproviders.xml` of mobile-broadband-provider-info by the first digits of the IMSI: three of
 * the country, then three or two of the network. The file is maintained by hand and has one shape; anything else is
 * skipped.
 */
export const findProvider = (xml: string, imsi: string): Provider => {
  const numbers = [imsi.slice(3, 6), imsi.slice(3, 5)].filter((digits) => /^\d{2,3}$/.test(digits))
  for (const digits of numbers) {
    const id = `<network-id mcc="${imsi.slice(0, 3)}" mnc="${digits}"/>`
    const found = xml.split('<provider').filter((part) => part.includes(id))
    if (found.length > 0) return providerOf(found.toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a))))
  }
  return { accessPoints: [], balanceCode: null }
}

const isPrimary = (part: string): boolean => /^[^>]*primary="true"/.test(part)

const providerOf = (parts: readonly string[]): Provider => {
  const points = parts.flatMap((part) =>
    Array.from(part.matchAll(/<apn value="([^"]*)">(.*?)<\/apn>/gs), ([, apn = '', rest = '']) => ({
      apn: unescape(apn),
      user: inside(rest, 'username'),
      password: inside(rest, 'password'),
      isForInternet: rest.includes('<usage type="internet"/>'),
    })),
  )
  const usable = points.filter(
    ({ apn, user, password, isForInternet }) =>
      isForInternet && apn !== '' && isPlain(apn, apnMax) && isPlain(user, userMax) && isPlain(password, passwordMax),
  )
  const once = new Map(usable.map(({ apn, user, password }) => [`${apn} ${user} ${password}`, { apn, user, password }]))
  const codes = parts.map((part) => inside(/<balance-check>(.*?)<\/balance-check>/s.exec(part)?.[1] ?? '', 'ussd'))
  return {
    accessPoints: [...once.values()].slice(0, pointsMax),
    balanceCode: codes.find(isCode) ?? null,
  }
}

/** List of the system, read at first use; empty when it does not exist. */
export const providersIn = (path: string): ((imsi: string) => Provider) => {
  let last: { readonly imsi: string; readonly provider: Provider } | null = null
  return (imsi) => {
    if (last?.imsi !== imsi) last = { imsi, provider: findProvider(textOf(path), imsi) }
    return last.provider
  }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A code of the network, as a setting may have it. */
const isCode = (text: string): boolean => text.length <= codeMax && /^[*#][0-9*#]+$/.test(text)
