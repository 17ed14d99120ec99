/** The first that an agent names: others claim to be Chrome and Safari as well. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** By what a user knows this device again: `Firefox, Linux`. */
export const deviceName = (agent: string): string => {
  const names = [browsers, systems].map((known) => known.find(([, form]) => form.test(agent))?.[0])
  return names.filter((name) => name !== undefined).join(', ') || '?'
}
